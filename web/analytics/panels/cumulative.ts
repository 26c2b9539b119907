import type { Flow } from '../../../shared/analytics/flow.ts'
import { seriesOf } from '../../../shared/analytics/status-series.ts'
import { addDays } from '../../../shared/dates.ts'
import { OPEN_STATUSES, STATUS_KEYS, statusWord } from '../../../shared/request-rules.ts'
import { upperFirst } from '../../../shared/wording.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { count } from '../../ui/count.ts'

type Cumulative = Flow['cumulative']
type FlowPart = Pick<Flow, 'cumulative' | 'throughput'>

/**
 * How open work changed in the period, and in which status most. The series begins at the end of the first day, so the number
 * open before that day is the number open at the end less the net change of arrivals and closures.
 */
export function flowFinding({ cumulative, throughput }: FlowPart): string {
  const open = OPEN_STATUSES.map((status) => ({ status, days: cumulative[seriesOf(status)] }))
  const now = open.reduce((sum, { days }) => sum + (days.at(-1) ?? 0), 0)
  const before = now - (throughput.totals.net.value ?? 0)
  if (before === 0 && now === 0) return 'No request was open at either end of this period'
  if (before === now) return `As many requests are open as at the start: ${count(now)}`
  const direction = now > before ? 1 : -1
  const parts = open.map(({ status, days }) => ({ status, by: ((days.at(-1) ?? 0) - (days[0] ?? 0)) * direction }))
  const [most, next] = parts.sort((a, b) => b.by - a.by)
  const where = most?.by === next?.by ? '' : `, mostly ${statusWord(most!.status)}`
  return `Open requests ${direction > 0 ? 'grew' : 'fell'} from ${count(before)} to ${count(now)}${where}`
}

/** A row for each day, the latest first. */
export function flowTable(cumulative: Cumulative, from: string, rowsOfDay: (date: string) => string): ChartData {
  const rows = cumulative.pending.map((_, day) => {
    const date = addDays(from, day)
    return {
      cells: [date, ...STATUS_KEYS.map((status) => cumulative[seriesOf(status)][day] ?? 0)],
      link: { to: rowsOfDay(date) },
    }
  })
  return { head: ['Day', ...STATUS_KEYS.map((status) => upperFirst(statusWord(status)))], rows: rows.reverse() }
}
