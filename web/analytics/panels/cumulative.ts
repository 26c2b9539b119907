import type { Flow } from '../../../shared/analytics/flow.ts'
import { addDays } from '../../../shared/dates.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { count } from '../../ui/count.ts'

type Cumulative = Flow['cumulative']
type FlowPart = Pick<Flow, 'cumulative' | 'throughput'>

/**
 * How open work changed in the period, and in which status most. The series begins at the end of the first day, so the number
 * open before that day is the number open at the end less the net change of arrivals and closures.
 */
export function flowFinding({ cumulative: { pending, inProgress }, throughput }: FlowPart): string {
  const [waited, waits] = [pending[0] ?? 0, pending.at(-1) ?? 0]
  const [worked, works] = [inProgress[0] ?? 0, inProgress.at(-1) ?? 0]
  const now = waits + works
  const before = now - (throughput.totals.net.value ?? 0)
  if (before === 0 && now === 0) return 'No request was open at either end of this period'
  if (before === now) return `As many requests are open as at the start: ${count(now)}`
  const direction = now > before ? 1 : -1
  const [pendingPart, progressPart] = [(waits - waited) * direction, (works - worked) * direction]
  const most = progressPart > pendingPart ? 'mostly in progress' : 'mostly pending'
  const where = pendingPart === progressPart ? '' : `, ${most}`
  return `Open requests ${direction > 0 ? 'grew' : 'fell'} from ${count(before)} to ${count(now)}${where}`
}

/** A row for each day, the latest first. */
export function flowTable(cumulative: Cumulative, from: string, rowsOfDay: (date: string) => string): ChartData {
  const { pending, inProgress, completed, rejected, cancelled } = cumulative
  const rows = pending.map((waiting, day) => {
    const date = addDays(from, day)
    return {
      cells: [date, waiting, inProgress[day] ?? 0, completed[day] ?? 0, rejected[day] ?? 0, cancelled[day] ?? 0],
      link: { to: rowsOfDay(date) },
    }
  })
  return { head: ['Day', 'Pending', 'In progress', 'Completed', 'Rejected', 'Cancelled'], rows: rows.reverse() }
}
