import { useRef, useState, type ReactNode } from 'react'
import type { BatchDecisions, BatchItem } from '../../../shared/ai-batches.ts'
import { AS } from '../../ui/table-roles.ts'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import { Correction } from './Correction.tsx'
import { differing } from './views.ts'
import { WhySuggested } from './WhySuggested.tsx'
import styles from './batch.module.css'
import { classes } from '../../ui/classes.ts'
import { SuggestedCells } from './SuggestedCells.tsx'
import { Decided, DecisionButtons } from './DecisionButtons.tsx'

type Decision = Omit<BatchDecisions['items'][number], 'itemId'>

export interface BatchRowProps {
  item: BatchItem
  /** why it could not be stored */
  failure: string | undefined
  busy: boolean
  mayDecide: boolean
  onDecide: (decision: Decision) => void
  onUndo: () => void
}

/** One request with its current and its suggested values. */
export function BatchRow({ item, failure, busy, mayDecide, onDecide, onUndo }: BatchRowProps) {
  const [correcting, setCorrecting] = useState(false)
  const [explained, setExplained] = useState(false)
  const correct = useRef<HTMLButtonElement>(null)
  const { suggested, decision } = item
  return (
    <>
      <tr {...AS.row} className={decision === null ? undefined : styles.done}>
        <td {...AS.cell}>
          <RequestLink id={item.id}>
            <span className="request-id">{item.requestId}</span> {item.title}
          </RequestLink>
        </td>
        {suggested ? (
          <SuggestedCells
            item={item}
            suggested={suggested}
            explained={explained}
            onExplain={() => setExplained(!explained)}
          />
        ) : (
          <td {...AS.cell} colSpan={5} className="muted">
            Waiting for its turn
          </td>
        )}
        <td {...AS.cell}>
          <span className={classes('row', styles.actions)}>
            {decision !== null && <Decided {...{ item, decision, busy, mayDecide, onUndo }} />}
            {decision === null && suggested && mayDecide && (
              <DecisionButtons
                requestId={item.requestId}
                differs={differing(item).length > 0}
                busy={busy}
                onDecide={onDecide}
                correct={correct}
                correcting={correcting}
                onCorrect={() => setCorrecting(!correcting)}
              />
            )}
          </span>
        </td>
      </tr>
      {explained && suggested && (
        <Below>
          <WhySuggested item={item} />
        </Below>
      )}
      {failure && (
        <Below>
          <div role="alert">
            <span className="late">{item.requestId} was left unchanged:</span> {failure}
          </div>
        </Below>
      )}
      {correcting && suggested && decision === null && (
        <Below>
          <Correction
            item={item}
            from={suggested}
            busy={busy}
            onSave={(values) => onDecide({ decision: 'correct', ...values })}
            onCancel={() => {
              setCorrecting(false)
              correct.current?.focus()
            }}
          />
        </Below>
      )}
    </>
  )
}

/** A detail row below the row it belongs to. */
function Below({ children }: { children: ReactNode }) {
  return (
    <tr {...AS.row} className={styles.why} data-below="">
      <td {...AS.cell} colSpan={7}>
        {children}
      </td>
    </tr>
  )
}
