import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { addDays } from '../../../shared/dates.ts'
import type { ChartData } from '../../charts/chart-data.ts'
import { ChartCard } from '../../charts/ChartCard.tsx'
import { LineChart } from '../../charts/LineChart.tsx'
import { type Column, MirroredBars } from '../../charts/MirroredBars.tsx'
import { periodWords } from '../../formats/periods.ts'
import { dateWords, officeToday } from '../../formats/dates.ts'
import { signed } from '../../formats/signed.ts'
import { count } from '../../ui/count.ts'
import { rowsTo } from '../api.ts'
import { type Bucket, bucketsOf, type BucketUnit, sumOf, unitOf } from '../buckets.ts'
import { DEFINITIONS } from '../definitions.ts'
import { throughputFinding } from '../findings.ts'
import { Definition } from './Definition.tsx'
import styles from './panel-tables.module.css'

const UNITS: Record<BucketUnit, string> = { day: 'per day', week: 'per week', month: 'per month' }

const BACKLOG_HEIGHT = 130

interface Row extends Column {
  /** open at the end of it */
  backlog: number
  backlogTo: string
  /** its last day */
  end: string
}

/** Arrived against closed requests, and the backlog after each bucket. */
export function ThroughputPanel({ flow }: { flow: Flow }) {
  const unit = unitOf(flow.period)
  const rows = rowsOf(flow, unit)
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

const within = (rows: string, { from, to }: Flow['period']) => rows.replace('{from}', from).replace('{to}', to)

function rowsOf(flow: Flow, unit: BucketUnit): Row[] {
  const { arrived, completed, rejected, cancelled, backlog, rows } = flow.throughput
  const today = officeToday()
  const between = (address: string, bucket: Bucket) => rowsTo(within(address, bucket))
  return bucketsOf(flow).map((bucket) => ({
    name: unit === 'day' ? dateWords(bucket.from) : periodWords(bucket.from, bucket.to),
    tick: dateWords(bucket.from, false),
    up: sumOf(arrived, bucket),
    down: sumOf(completed, bucket) + sumOf(rejected, bucket) + sumOf(cancelled, bucket),
    upTo: between(rows.arrived, bucket),
    downTo: between(rows.closed, bucket),
    running: bucket.to === today,
    backlog: backlog[bucket.last] ?? 0,
    backlogTo: rowsTo(flow.cumulative.rows.replace('{day}', bucket.to).replace('{status}', 'pending,in_progress')),
    end: dateWords(bucket.to, unit === 'month'),
  }))
}

/** Daily values for copying, the latest first; the drawing and its table group days into buckets. */
function dailyData({ period, throughput }: Flow): ChartData {
  const { arrived, completed, rejected, cancelled, reopened, backlog } = throughput
  return {
    head: ['Day', 'Arrived', 'Completed', 'Rejected', 'Cancelled', 'Reopened', 'Backlog'],
    rows: arrived
      .map((number, day) => ({
        cells: [
          addDays(period.from, day),
          number,
          ...[completed, rejected, cancelled, reopened, backlog].map((days) => days[day] ?? 0),
        ],
      }))
      .reverse(),
  }
}

function ThroughputTable({ name, unit, rows }: { name: string; unit: BucketUnit; rows: readonly Row[] }) {
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
