import type { Flow } from '../../../shared/analytics/flow.ts'
import { addDays } from '../../../shared/dates.ts'
import type { ReportBlock } from '../../../shared/reports/document.ts'
import { countOf, figure } from '../words.ts'

const WEEK = 7

/** Weekly sums from the first day of the period; the last week may be shorter. */
function weeks(days: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(days.length / WEEK) }, (_, week) =>
    days.slice(week * WEEK, (week + 1) * WEEK).reduce((sum, day) => sum + day, 0),
  )
}

export function weeklyChart({ period, throughput }: Flow): ReportBlock {
  const closed = throughput.completed.map((done, day) => done + throughput.rejected[day]! + throughput.cancelled[day]!)
  const [arrivals, closings] = [weeks(throughput.arrived), weeks(closed)]
  const isEmpty = [...arrivals, ...closings].every((count) => count === 0)
  const balancedWeeks = closings.filter((count, week) => count >= arrivals[week]!).length
  return {
    kind: 'chart',
    shape: 'bars',
    name: 'Created and closed by week',
    finding: isEmpty
      ? 'Nothing was created or closed in the period.'
      : `As many or more were closed than created in ${figure(balancedWeeks)} of ${countOf(closings.length, 'week')}.`,
    unit: 'requests',
    labelled: 'Week from',
    labels: arrivals.map((_, week) => addDays(period.from, week * WEEK)),
    series: [
      { name: 'Created', values: arrivals },
      { name: 'Closed', values: closings },
    ],
  }
}

export function backlogChart({ period, throughput: { backlog } }: Flow): ReportBlock {
  const [first, last] = [backlog[0] ?? 0, backlog.at(-1) ?? 0]
  const stillOpen = last === 0 ? 'No request was' : countOf(last, 'request was', 'requests were')
  return {
    kind: 'chart',
    shape: 'lines',
    name: 'Open requests, end of each day',
    finding: `${stillOpen} open at the end of the period, ${figure(first)} after its first day.`,
    unit: 'requests',
    labelled: 'Day',
    labels: backlog.map((_, day) => addDays(period.from, day)),
    series: [{ name: 'Open', values: [...backlog] }],
  }
}
