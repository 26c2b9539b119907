import type { Flow } from '../../../shared/analytics/flow.ts'
import { seriesOf } from '../../../shared/analytics/status-series.ts'
import { addDays } from '../../../shared/dates.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { ReportBlock, ReportCell } from '../../../shared/reports/document.ts'
import { PRIORITIES, PRIORITY_KEYS, STATUS_KEYS, STATUSES } from '../../../shared/request-rules.ts'
import type { Group } from '../../requests/list/groups.ts'
import { changeFrom, countOf, figure } from '../words.ts'

interface StatusFigures {
  /** of the last twelve weeks */
  flow: Pick<Flow, 'period' | 'cumulative' | 'throughput'>
  byDepartment: readonly Group[]
  byPriority: readonly Group[]
  departments: Departments
}

const MONTH = 30

/** Number of requests by status, from the history, and its development. */
export function statusSummary({ flow, byDepartment, byPriority, departments }: StatusFigures): ReportBlock[] {
  const { cumulative, throughput } = flow
  const daily = STATUS_KEYS.map((status) => cumulative[seriesOf(status)])
  const total = (back: number) => daily.reduce((sum, days) => sum + (days.at(-1 - back) ?? 0), 0)
  const named = departments.keys.flatMap((key) => {
    const group = byDepartment.find((one) => one.key === key)
    return group ? [{ name: departments.nameOf(key), group }] : []
  })
  const priorities = PRIORITY_KEYS.toReversed().flatMap((key) => {
    const group = byPriority.find((one) => one.key === key)
    return group ? [{ name: PRIORITIES[key], group }] : []
  })
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'Requests', value: figure(total(0)), change: changeFrom(total(0), total(MONTH)), to: '/requests' },
        ...STATUS_KEYS.map((status, i) => ({
          label: STATUSES[status],
          value: figure(daily[i]!.at(-1) ?? 0),
          change: changeFrom(daily[i]!.at(-1) ?? null, daily[i]!.at(-1 - MONTH) ?? null),
          to: `/requests?status=${status}`,
        })),
      ],
    },
    { kind: 'sentence', text: 'Changes are those of the last 30 days.' },
    backlogChart(flow.period.to, throughput.backlog),
    statusTable('By department', 'Department', named),
    statusTable('By priority', 'Priority', priorities),
  ]
}

/** Weekly points, so that twelve weeks remain readable. */
function backlogChart(lastDay: string, backlog: readonly number[]): ReportBlock {
  const points = backlog.flatMap((open, i) => {
    const before = backlog.length - 1 - i
    return before % 7 === 0 ? [{ before, open }] : []
  })
  const [first, last] = [points[0]?.open ?? 0, points.at(-1)?.open ?? 0]
  const moved =
    last === first
      ? 'as many as'
      : last > first
        ? `${figure(last - first)} more than`
        : `${figure(first - last)} fewer than`
  const nowOpen = last === 0 ? 'No request is' : countOf(last, 'request is', 'requests are')
  return {
    kind: 'chart',
    shape: 'lines',
    name: 'Open requests, end of each week',
    finding: `${nowOpen} open, ${moved} ${countOf(points.length - 1, 'week')} ago.`,
    unit: 'requests',
    labelled: 'Day',
    labels: points.map(({ before }) => addDays(lastDay, -before)),
    series: [{ name: 'Open', values: points.map(({ open }) => open) }],
  }
}

/** A row for each group, and a total. */
function statusTable(title: string, head: string, groups: readonly { name: string; group: Group }[]): ReportBlock {
  const rows: ReportCell[][] = groups.map(({ name, group }) => [
    name,
    ...STATUS_KEYS.map((status) => group.byStatus[status]),
    group.overdue,
    group.count,
  ])
  return {
    kind: 'table',
    title,
    columns: [
      { label: head, kind: 'text' },
      ...[...STATUS_KEYS.map((status) => STATUSES[status]), 'Overdue', 'All'].map((label) => ({
        label,
        kind: 'number' as const,
      })),
    ],
    rows,
    total: rows.length,
    empty: 'There are no requests.',
  }
}
