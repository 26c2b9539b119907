import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { MirroredBars } from '../../ui/charts/MirroredBars.tsx'
import { signed } from '../../ui/formats/signed.ts'
import { count } from '../../ui/count.ts'
import { rowsTo } from '../api.ts'
import { type BucketUnit, unitOf } from '../buckets.ts'
import { DEFINITIONS } from '../definitions.ts'
import { throughputFinding } from '../findings.ts'
import { Definition } from './Definition.tsx'
import { dailyData, type ThroughputRow, throughputRows, within } from './throughput.ts'
import styles from './panel-tables.module.css'

const UNITS: Record<BucketUnit, string> = { day: 'per day', week: 'per week', month: 'per month' }

const BACKLOG_HEIGHT = 130

/** Arrived against closed requests, and the backlog after each bucket. */
export function ThroughputPanel({ flow }: { flow: Flow }) {
  const unit = unitOf(flow.period)
  const rows = throughputRows(flow, unit)
  const name = `Arrived and closed ${UNITS[unit]}`
  const { arrived, closed } = flow.throughput.totals
  return (
    <ChartCard
      name={name}
      finding={throughputFinding(flow)}
      data={() => dailyData(flow)}
      dataName={`Arrived and closed ${UNITS.day}`}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.throughput}</Definition>}
      note={<Net flow={flow} />}
      table={<ThroughputTable name={name} unit={unit} rows={rows} />}
    >
      <MirroredBars
        label={name}
        columns={rows}
        up={{ name: 'Arrived', total: arrived.value ?? 0 }}
        down={{ name: 'Closed', total: closed.value ?? 0 }}
      />
      <LineChart
        label="Backlog"
        summary={`${throughputFinding(flow)}.`}
        series={[
          {
            name: 'backlog',
            look: 'solid',
            points: rows.map(({ end, backlog, backlogTo }) => ({ label: end, value: backlog, to: backlogTo })),
          },
        ]}
        height={BACKLOG_HEIGHT}
      />
    </ChartCard>
  )
}

/** Components of the net change, in this period and the previous one, each with its rows. */
function Net({ flow }: { flow: Flow }) {
  const { totals, rows } = flow.throughput
  const madeOf = (which: 'value' | 'before', days: Flow['period']) => {
    const part = (name: 'arrived' | 'closed' | 'reopened') => (
      <Link className="nowrap" to={rowsTo(within(rows[name], days))}>
        {count(totals[name][which] ?? 0)} {name}
      </Link>
    )
    return (
      <>
        {part('arrived')} − {part('closed')} + {part('reopened')}
      </>
    )
  }
  return (
    <>
      Net {signed(totals.net.value ?? 0)} in the period: {madeOf('value', flow.period)};{' '}
      {signed(totals.net.before ?? 0)} in the one before: {madeOf('before', flow.before)}
    </>
  )
}

function ThroughputTable({ name, unit, rows }: { name: string; unit: BucketUnit; rows: readonly ThroughputRow[] }) {
  return (
    <table className={styles.table} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{{ day: 'Day', week: 'Week', month: 'Month' }[unit]}</th>
          {['Arrived', 'Closed', 'Backlog'].map((head) => (
            <th key={head} scope="col" className="numeric">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map((row) => (
          <tr key={row.name}>
            <th scope="row">
              {row.name}
              {row.running && <span className="muted"> so far</span>}
            </th>
            <td className="numeric">
              <Link to={row.upTo} aria-label={`${count(row.up)} arrived, ${row.name}`}>
                {count(row.up)}
              </Link>
            </td>
            <td className="numeric">
              <Link to={row.downTo} aria-label={`${count(row.down)} closed, ${row.name}`}>
                {count(row.down)}
              </Link>
            </td>
            <td className="numeric">
              <Link to={row.backlogTo} aria-label={`${count(row.backlog)} open, ${row.name}`}>
                {count(row.backlog)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
