import { Link } from 'react-router'
import { SMALL_SAMPLE } from '../../../shared/analytics/limits.ts'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { rowsTo } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { outcomesFinding } from '../findings.ts'
import { rowsWith } from '../rows-with.ts'
import { requestsWords, smallSample } from '../words.ts'
import { Definition } from './Definition.tsx'
import { shareData, type ShareRow, ShareRows } from './ShareRows.tsx'

const NAME = 'Reopened, rejected and cancelled'

/** Rates of reopened, rejected and cancelled requests. */
export function OutcomesPanel({ flow }: { flow: Flow }) {
  const { reopened, rejected, cancelled } = flow.outcomes
  const rows: ShareRow[] = [
    { label: 'Reopened', share: reopened, wanted: false, tone: 'var(--chart-3)' },
    { label: 'Rejected', share: rejected, wanted: null, tone: 'var(--red)' },
    { label: 'Cancelled', share: cancelled, wanted: null, tone: 'var(--grey)' },
  ]
  return (
    <ChartCard
      name={NAME}
      finding={outcomesFinding(flow)}
      data={shareData(rows)}
      table={false}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.outcomes}</Definition>}
      action={
        <Link className="text-12" to={rowsTo(rowsWith(flow, { mark: 'closed' }))}>
          Show the closed requests
        </Link>
      }
      note={
        rejected.of < SMALL_SAMPLE ? smallSample(rejected.of) : `Of ${requestsWords(rejected.of)} closed in the period`
      }
    >
      <ShareRows label={NAME} rows={rows} />
    </ChartCard>
  )
}
