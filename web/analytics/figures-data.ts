import type { Flow } from '../../shared/analytics/flow.ts'
import type { ChartData } from '../ui/charts/chart-data.ts'

/** The figures of the screen beside those of the period before, with the period and the filters that they are of. */
export function figuresData(flow: Flow, filters: readonly string[]): ChartData {
  const { summary, throughput, period, before, days } = flow
  const { arrived, closed, reopened, net } = throughput.totals
  const compared = (name: string, { value, before: then }: Flow['summary']['completed'], unit: string) => ({
    cells: [name, value, then, unit],
  })
  return {
    head: ['Figure', 'Value', 'Period before', 'Unit'],
    rows: [
      { cells: ['First day', period.from, before.from, 'date'] },
      { cells: ['Last day', period.to, before.to, 'date'] },
      ...filters.map((words) => ({ cells: ['Filter', words, null, null] })),
      compared('Created', arrived, 'requests'),
      compared('Closed', closed, 'closings'),
      compared('Reopened', reopened, 'reopenings'),
      compared('Change of the backlog', net, 'requests'),
      compared('Completed', summary.completed, 'requests'),
      { cells: ['Completed per week', summary.completedPerWeek, null, 'requests'] },
      compared('Median cycle time', summary.medianCycle, `${days} days`),
      compared('Finished by the due date', summary.keptLast, '%'),
      compared('Median first answer', summary.firstAnswer, `${days} days`),
      { cells: ['Open now', summary.open, null, 'requests'] },
    ],
  }
}
