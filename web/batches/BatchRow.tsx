import { ChevronRight } from 'lucide-react'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import type { BatchDecisions, BatchItem } from '../../shared/ai-batches.ts'
import { formatChance, MIN_CONFIDENCE } from '../../shared/chance.ts'
import { isTooWide, rangeInWords } from '../../shared/estimated-days.ts'
import { PRIORITIES } from '../../shared/request-rules.ts'
import { useOfficeDays } from '../client/office-days.ts'
import { PriorityMark } from '../vocabulary/badges.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AS } from '../ui/table-roles.ts'
import { RequestLink } from '../vocabulary/RequestLink.tsx'
import { Correction } from './Correction.tsx'
import { differing } from './views.ts'
import { WhySuggested } from './WhySuggested.tsx'
import { DepartmentName } from '../vocabulary/DepartmentName.tsx'
import styles from './batch.module.css'
import { classes } from '../ui/classes.ts'

type Decision = Omit<BatchDecisions['items'][number], 'itemId'>

interface BatchRowProps {
  item: BatchItem
  /** why it could not be stored */
  failure: string | undefined
  busy: boolean
  mayDecide: boolean
  onDecide: (decision: Decision) => void
  onUndo: () => void
}

const DECIDED = { accept: 'Accepted', correct: 'Corrected', skip: 'Skipped' } as const

function Becomes() {
  return (
    <>
      <Icon of={ChevronRight} size="s" />
      <span className="visually-hidden">becomes</span>
    </>
  )
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
              <Actions
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

interface SuggestedCellsProps {
  item: BatchItem
  suggested: NonNullable<BatchItem['suggested']>
  explained: boolean
  onExplain: () => void
}

function SuggestedCells({ item, suggested, explained, onExplain }: SuggestedCellsProps) {
  const { current, time, decision } = item
  const { workingDays } = useOfficeDays()
  const isNew = (field: 'priority' | 'department') => decision === null && differing(item).includes(field)
  return (
    <>
      <td {...AS.cell} data-label="Priority">
        <span className={classes('row wrap', styles.change)}>
          <span className="muted">{PRIORITIES[current.priority]}</span>
          {isNew('priority') && (
            <>
              <Becomes />
              <PriorityMark priority={suggested.priority} />
            </>
          )}
        </span>
      </td>
      <td {...AS.cell} data-label="Department">
        <span className={classes('row wrap', styles.change)}>
          <span className="muted">
            <DepartmentName of={current.department} />
          </span>
          {isNew('department') && (
            <>
              <Becomes />
              <span className="medium">
                <DepartmentName of={suggested.department} />
              </span>
            </>
          )}
        </span>
        {decision === null && suggested.departmentNote !== null && (
          <p className="text-12 muted">{suggested.departmentNote}</p>
        )}
      </td>
      <td {...AS.cell} className="soft" data-label="Type">
        {suggested.developmentType}
      </td>
      <td {...AS.cell} data-label="Estimate">
        {!time && <span className="muted">–</span>}
        {time &&
          (isTooWide(time) ? 'Too different to say' : rangeInWords(time.low, time.high, time.unit, workingDays.length))}
      </td>
      <td {...AS.cell} data-label="Confidence">
        <span className={classes('row wrap', styles.confidence)}>
          {decision === null && suggested.confidence < MIN_CONFIDENCE ? (
            // In place of the bar: a further word would take a line of its own.
            <span className={classes('text-12 muted', styles.guess)}>Guess</span>
          ) : (
            <span className={classes('bar', styles.bar)} aria-hidden="true">
              <i style={{ width: formatChance(suggested.confidence) }} />
            </span>
          )}
          {formatChance(suggested.confidence)}
          <button
            type="button"
            className="link-button text-12"
            aria-expanded={explained}
            aria-label={`Why ${item.requestId}`}
            onClick={onExplain}
          >
            Why?
          </button>
        </span>
      </td>
    </>
  )
}

type DecidedProps = Pick<BatchRowProps, 'item' | 'busy' | 'mayDecide' | 'onUndo'> & { decision: keyof typeof DECIDED }

function Decided({ item, decision, busy, mayDecide, onUndo }: DecidedProps) {
  return (
    <>
      <span className="text-12 muted">{DECIDED[decision]}</span>
      {mayDecide && (
        <Button
          size="small"
          look="quiet"
          aria-disabled={busy || undefined}
          onClick={() => !busy && onUndo()}
          aria-label={`Undo ${item.requestId}`}
        >
          Undo
        </Button>
      )}
    </>
  )
}

interface ActionsProps extends Pick<BatchRowProps, 'busy' | 'onDecide'> {
  requestId: string
  /** Without a difference no decision is needed, but a correction is still possible. */
  differs: boolean
  correct: Ref<HTMLButtonElement>
  correcting: boolean
  onCorrect: () => void
}

function Actions({ requestId, differs, busy, onDecide, correct, correcting, onCorrect }: ActionsProps) {
  const deciding = (decision: 'accept' | 'skip', look: 'secondary' | 'quiet', label: string) => (
    <Button
      size="small"
      look={look}
      aria-disabled={busy || undefined}
      aria-label={`${label} ${requestId}`}
      onClick={() => !busy && onDecide({ decision })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {differs ? deciding('accept', 'secondary', 'Accept') : <span className="text-12 muted">Nothing to change</span>}
      <Button
        size="small"
        look="quiet"
        ref={correct}
        aria-expanded={correcting}
        aria-label={`Correct ${requestId}`}
        onClick={onCorrect}
      >
        Correct
      </Button>
      {differs && deciding('skip', 'quiet', 'Skip')}
    </>
  )
}
