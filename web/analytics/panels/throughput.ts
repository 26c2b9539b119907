import type { Flow } from '../../../shared/analytics/flow.ts'
import { addDays } from '../../../shared/dates.ts'
import { OPEN_FILTER } from '../../../shared/request-rules.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import type { Column } from '../../ui/charts/MirroredBars.tsx'
import { periodWords } from '../../ui/formats/periods.ts'
import { dateWords, officeToday } from '../../ui/formats/dates.ts'
import { rowsTo } from '../api.ts'
import { type Bucket, bucketsOf, type BucketUnit, sumOf } from '../buckets.ts'

export interface ThroughputRow extends Column {
  /** open at the end of it */
  backlog: number
  backlogTo: string
  /** its last day */
  end: string
}

/** Address of rows with the days of a period filled in. */
export const within = (rows: string, { from, to }: Flow['period']) => rows.replace('{from}', from).replace('{to}', to)

export function throughputRows(flow: Flow, unit: BucketUnit): ThroughputRow[] {
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
    backlogTo: rowsTo(flow.cumulative.rows.replace('{day}', bucket.to).replace('{status}', OPEN_FILTER)),
    end: dateWords(bucket.to, unit === 'month'),
  }))
}

/** Daily values for copying, the latest first; the drawing and its table group days into buckets. */
export function dailyData({ period, throughput }: Flow): ChartData {
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
