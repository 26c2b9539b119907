import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { rowsTo } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { dueDatesFinding, movesFinding } from '../findings.ts'
import { rowsWith } from '../rows-with.ts'
import { smallSample } from '../words.ts'
import { Definition } from './Definition.tsx'
import { shareData, type ShareRow, ShareRows } from './ShareRows.tsx'

const NAME = 'Due dates'

/** First due dates beside the last ones: moving a date must not look like keeping it. */
export function DueDatesPanel({ flow }: { flow: Flow }) {
  const { keptFirst, keptLast, moved, moves, isSmall } = flow.dueDates
  const missed = (promise: 'first' | 'last') => ({
    label: 'missed',
    rows: rowsWith(flow, { mark: `missed-${promise}` }),
  })
  const rows: ShareRow[] = [
    { label: 'Kept first promise', share: keptFirst, wanted: true, tone: 'var(--chart-1)', rest: missed('first') },
    { label: 'Kept last promise', share: keptLast, wanted: true, tone: 'var(--chart-2)', rest: missed('last') },
    { label: 'Due date was moved', share: moved, wanted: false, tone: 'var(--chart-3)' },
  ]
  return (
    <ChartCard
      name={NAME}
      finding={dueDatesFinding(flow)}
      data={shareData(rows)}
      table={false}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.dueDates}</Definition>}
      action={
        <Link className="text-12" to={rowsTo(rowsWith(flow, { mark: 'missed-first' }))}>
          Show those that missed the first
        </Link>
      }
      note={isSmall ? smallSample(keptLast.of) : movesFinding(moves)}
    >
      <ShareRows label={NAME} rows={rows} />
    </ChartCard>
  )
}
