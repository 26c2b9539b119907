import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchItem } from '../../../shared/ai-batches.ts'
import { formatChance, MIN_CONFIDENCE } from '../../../shared/chance.ts'
import { isTooWide, rangeInWords } from '../../../shared/estimated-days.ts'
import { PRIORITIES } from '../../../shared/request-rules.ts'
import { useOfficeDays } from '../../client/office-days.ts'
import { PriorityMark } from '../../requests/common/badges.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AS } from '../../ui/table-roles.ts'
import { differing } from './views.ts'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import styles from './batch.module.css'
import { classes } from '../../ui/classes.ts'

interface SuggestedCellsProps {
  item: BatchItem
  suggested: NonNullable<BatchItem['suggested']>
  explained: boolean
  onExplain: () => void
}

/** The current values of a request beside the suggested ones. */
export function SuggestedCells({ item, suggested, explained, onExplain }: SuggestedCellsProps) {
  const { current, time, decision } = item
  const { workingDays } = useOfficeDays()
  const isNew = (field: 'priority' | 'department') => decision === null && differing(item).includes(field)
  return (
    <>
      <td {...AS.cell} data-label="Priority">
        <span className={classes('row wrap', styles.change)}>
          <span className="muted">{PRIORITIES[current.priority]}</span>
          {isNew('priority') && (
            <Becomes>
              <PriorityMark priority={suggested.priority} />
            </Becomes>
          )}
        </span>
      </td>
      <td {...AS.cell} data-label="Department">
        <span className={classes('row wrap', styles.change)}>
          <span className="muted">
            <DepartmentName of={current.department} />
          </span>
          {isNew('department') && (
            <Becomes>
              <span className="medium">
                <DepartmentName of={suggested.department} />
              </span>
            </Becomes>
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

/** The suggested value, on one line with the arrow to it. */
function Becomes({ children }: { children: ReactNode }) {
  return (
    <span className={classes('row', styles.becomes)}>
      <Icon of={ChevronRight} size="s" />
      <span className="visually-hidden">becomes</span>
      {children}
    </span>
  )
}
