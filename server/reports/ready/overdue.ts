import { daysBetween } from '../../../shared/dates.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { ReportBlock, ReportCell } from '../../../shared/reports/document.ts'
import { PRIORITIES, type ServiceRequest, STATUSES } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/users.ts'
import type { Group } from '../../requests/list/groups.ts'
import { countOf, figure } from '../words.ts'

interface OverdueFigures {
  today: string
  /** the first of `total`, most overdue first */
  requests: readonly ServiceRequest[]
  total: number
  byDepartment: readonly Group[]
  byPriority: readonly Group[]
  unassigned: number
  departments: Departments
}

/** Open requests past their due date. */
export function overdueReport(figures: OverdueFigures): ReportBlock[] {
  const { today, requests, total, byPriority, unassigned } = figures
  const critical = byPriority.find(({ key }) => key === 'critical')?.count ?? 0
  const oldest = requests[0] ? daysBetween(requests[0].dueDate, today) : null
  return [
    {
      kind: 'figures',
      figures: [
        { label: 'Overdue', value: figure(total), change: null, to: '/requests?overdue=true' },
        { label: 'Critical', value: figure(critical), change: null, to: '/requests?overdue=true&priority=critical' },
        {
          label: 'Unassigned',
          value: figure(unassigned),
          change: null,
          to: '/requests?overdue=true&assignedTo=unassigned',
        },
        { label: 'Longest overdue', value: figure(oldest, 'days'), change: null },
      ],
    },
    ...(total > 0 ? [departmentChart(figures)] : []),
    {
      kind: 'table',
      title: 'Overdue requests',
      columns: [
        { label: 'Request ID', kind: 'link' },
        { label: 'Title', kind: 'text' },
        { label: 'Department', kind: 'text' },
        { label: 'Priority', kind: 'text' },
        { label: 'Status', kind: 'text' },
        { label: 'Assigned To', kind: 'text' },
        { label: 'Due Date', kind: 'date' },
        { label: 'Overdue', kind: 'number', unit: 'days' },
      ],
      rows: requests.map((request) => overdueRow(request, figures)),
      total,
      empty: 'Nothing is overdue.',
    },
  ]
}

export function overdueRow(
  request: ServiceRequest,
  { today, departments }: Pick<OverdueFigures, 'today' | 'departments'>,
): ReportCell[] {
  return [
    { text: request.requestId, to: `/requests/${request.requestId}` },
    request.title,
    departments.nameOf(request.department),
    PRIORITIES[request.priority],
    STATUSES[request.status],
    request.assignedTo ? fullName(request.assignedTo) : 'Unassigned',
    request.dueDate,
    daysBetween(request.dueDate, today),
  ]
}

function departmentChart({ byDepartment, departments, total }: OverdueFigures): ReportBlock {
  const sorted = byDepartment.toSorted((a, b) => b.count - a.count)
  const most = sorted[0]!
  return {
    kind: 'chart',
    shape: 'bars',
    name: 'Overdue requests by department',
    finding: `${departments.nameOf(most.key ?? '')} has ${figure(most.count)} of ${countOf(total, 'overdue request')}.`,
    unit: 'requests',
    labelled: 'Department',
    labels: sorted.map(({ key }) => departments.nameOf(key ?? '')),
    series: [{ name: 'Overdue', values: sorted.map(({ count }) => count) }],
  }
}
