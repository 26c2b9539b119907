import type { Departments } from '../../shared/departments.ts'
import { type Grouping, GROUPINGS } from '../../shared/reports/definition.ts'
import type { ReportBlock, ReportCell } from '../../shared/reports/document.ts'
import { OPEN_STATUSES, PRIORITIES, PRIORITY_KEYS, STATUS_KEYS, STATUSES } from '../../shared/request-rules.ts'
import type { Group } from '../requests/list/groups.ts'
import { countOf, figure, tenth } from './words.ts'
import { compareNames } from '../../shared/texts/formats.ts'

/** What groups are by, as a title says it. */
const BY: Record<Grouping, string> = {
  department: 'department',
  priority: 'priority',
  status: 'status',
  assignedTo: 'assignee',
  requester: 'requester',
  createdMonth: 'month of creation',
  completedMonth: 'month of completion',
}

/** More bars make a chart unreadable; the table shows all of them. */
const MAX_BARS = 12

type Named = Group & { label: string }

export function openOf({ byStatus }: Group): number {
  return OPEN_STATUSES.reduce((sum, status) => sum + byStatus[status], 0)
}

/** Order on the page: departments as in the office, priorities from critical down, months chronologically, people by count. */
export function inOrder(groupBy: Grouping, groups: readonly Group[], departments: Departments): Named[] {
  const labelled = groups.map((group) => ({ ...group, label: labelOf(groupBy, group, departments) }))
  const orders: Partial<Record<Grouping, readonly string[]>> = {
    department: departments.keys,
    priority: PRIORITY_KEYS.toReversed(),
    status: STATUS_KEYS,
  }
  const order = orders[groupBy]
  if (order) return labelled.sort((a, b) => order.indexOf(a.key ?? '') - order.indexOf(b.key ?? ''))
  if (groupBy === 'assignedTo' || groupBy === 'requester') {
    return labelled.sort((a, b) => b.count - a.count || compareNames(a.label, b.label))
  }
  const monthKey = ({ key }: Named) => (key === 'earlier' ? '' : (key ?? '~'))
  return labelled.sort((a, b) => (monthKey(a) < monthKey(b) ? -1 : 1))
}

function labelOf(groupBy: Grouping, { key, name }: Group, departments: Departments): string {
  if (groupBy === 'department') return departments.nameOf(key ?? '')
  if (groupBy === 'priority') return PRIORITIES[key as keyof typeof PRIORITIES]
  if (groupBy === 'status') return STATUSES[key as keyof typeof STATUSES]
  if (groupBy === 'assignedTo') return name ?? 'Unassigned'
  if (groupBy === 'requester') return name ?? '–'
  if (key === null) return 'Not completed'
  return key === 'earlier' ? 'Earlier' : key
}

export function groupTable(groupBy: Grouping, groups: readonly Named[], all: Group | undefined): ReportBlock {
  const row = (label: string, group: Group): ReportCell[] => [
    label,
    group.count,
    openOf(group),
    group.overdue,
    ...(['completed', 'rejected', 'cancelled'] as const).map((status) => group.byStatus[status]),
    tenth(group.medianLeadDays),
  ]
  const rows = groups.map((group) => row(group.label, group))
  return {
    kind: 'table',
    title: `By ${BY[groupBy]}`,
    columns: [
      { label: GROUPINGS[groupBy], kind: 'text' },
      ...['Requests', 'Open', 'Overdue', STATUSES.completed, STATUSES.rejected, STATUSES.cancelled].map((label) => ({
        label,
        kind: 'number' as const,
      })),
      { label: 'Median lead time', kind: 'number', unit: 'days' },
    ],
    rows: all ? [...rows, row('All', all)] : rows,
    total: all ? rows.length + 1 : rows.length,
    empty: 'No request matches.',
  }
}

export function groupChart(
  groupBy: Grouping,
  shape: 'bars' | 'stacked' | 'lines',
  groups: readonly Named[],
  all: number,
): ReportBlock {
  const isMonth = groupBy === 'createdMonth' || groupBy === 'completedMonth'
  const shown = isMonth ? groups.filter(({ key }) => key !== null && key !== 'earlier') : groups.slice(0, MAX_BARS)
  const most = groups.reduce((a, b) => (b.count > a.count ? b : a))
  const series =
    shape === 'stacked'
      ? STATUS_KEYS.map((status) => ({
          name: STATUSES[status],
          values: shown.map(({ byStatus }) => byStatus[status]),
        })).filter(({ values }) => values.some((value) => value > 0))
      : [{ name: 'Requests', values: shown.map(({ count }) => count) }]
  const left = isMonth ? 0 : groups.length - shown.length
  return {
    kind: 'chart',
    shape,
    name: `Requests by ${BY[groupBy]}${left > 0 ? `, the first ${MAX_BARS} of ${figure(groups.length)}` : ''}`,
    finding: `${most.label} has the most: ${figure(most.count)} of ${countOf(all, 'request')}.`,
    unit: 'requests',
    labelled: GROUPINGS[groupBy],
    labels: shown.map(({ label }) => label),
    series,
  }
}
