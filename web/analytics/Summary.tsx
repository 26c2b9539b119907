import { memo } from 'react'
import { Link } from 'react-router'
import { SMALL_SAMPLE } from '../../shared/analytics/limits.ts'
import type { Flow } from '../../shared/analytics/flow.ts'
import { classes } from '../ui/classes.ts'
import { count } from '../ui/count.ts'
import { DefinitionPopover } from './DefinitionPopover.tsx'
import { rowsTo } from './api.ts'
import { ChangeMark } from './ChangeMark.tsx'
import { type Change, changeInCount, changeInDays, changeInPoints, daysWords } from './words.ts'
import { DEFINITIONS } from './definitions.ts'
import { rowsWith } from './rows-with.ts'
import styles from './summary.module.css'

interface Figure {
  label: string
  value: string
  definition: string
  rows: string
  change: Change | null
  /** a remark beside the change */
  note?: string | undefined
}

function figuresOf(flow: Flow): Figure[] {
  const { summary } = flow
  const { completed, medianCycle, keptLast, firstAnswer } = summary
  const isSmall = (completed.value ?? 0) > 0 && (completed.value ?? 0) < SMALL_SAMPLE
  const few = isSmall ? 'few requests' : undefined
  return [
    {
      label: 'Completed',
      value: count(completed.value ?? 0),
      definition: DEFINITIONS.completed,
      rows: rowsWith(flow, { mark: 'finished' }),
      change: changeInCount(completed.value, completed.before, true),
      note: `${count(summary.completedPerWeek)} a week`,
    },
    {
      label: 'Median cycle time',
      value: medianCycle.value === null ? '–' : daysWords(medianCycle.value),
      definition: DEFINITIONS.medianCycle,
      rows: flow.cycle.rows,
      change: changeInDays(medianCycle.value, medianCycle.before),
      note: few,
    },
    {
      label: 'Finished by the due date',
      value: keptLast.value === null ? '–' : `${Math.round(keptLast.value)}%`,
      definition: DEFINITIONS.kept,
      rows: flow.dueDates.keptLast.rows,
      change: changeInPoints(keptLast.value, keptLast.before),
      note: few,
    },
    {
      label: 'Open now',
      value: count(summary.open),
      definition: DEFINITIONS.open,
      rows: rowsWith(flow, { mark: 'open', measure: 'age' }),
      change: null,
      note: `${count(summary.openAbove85)} above the 85% line`,
    },
    {
      label: 'First answer',
      value: firstAnswer.value === null ? '–' : daysWords(firstAnswer.value),
      definition: DEFINITIONS.firstAnswer,
      rows: rowsWith(flow, { mark: 'answered', measure: 'answer' }),
      change: changeInDays(firstAnswer.value, firstAnswer.before),
    },
  ]
}

/** Five figures in one frame, each with a link to its rows, its definition and its change since the previous period. */
export const Summary = memo(function Summary({ flow }: { flow: Flow }) {
  return (
    <dl className={classes('card', styles.summary)} data-summary>
      {figuresOf(flow).map(({ label, value, definition, rows, change, note }) => (
        <div key={label}>
          <dt>
            {label}
            <DefinitionPopover of={label} definition={definition} asOf={flow.asOf} rows={rows} />
          </dt>
          <dd>
            <Link to={rowsTo(rows)} aria-label={`${label}: ${value}`}>
              {value}
            </Link>
            {change && <ChangeMark change={change} />}
            {note && <span className="muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
})
