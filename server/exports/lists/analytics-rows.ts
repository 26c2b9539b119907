import type { Mark } from '../../../shared/analytics/rows.ts'
import { openRowsTable } from '../../analytics/rows-table.ts'
import { findFlowRows } from '../../analytics/service.ts'
import { requirePermission } from '../../roles/require-permission.ts'
import { factsOf, spanWords } from './facts.ts'
import type { Deps } from '../deps.ts'
import { type Asked, type ExportableList, type Table, type ViewOf } from './list.ts'

type View = ViewOf<'analytics-rows'>

const TITLES: Record<Mark, string> = {
  all: 'All requests of the analytics',
  arrived: 'Requests that arrived',
  answered: 'Requests with a first answer',
  finished: 'Requests that were finished',
  closed: 'Requests that were closed',
  open: 'Open requests',
  overdue: 'Overdue requests',
  'kept-first': 'First promise kept',
  'missed-first': 'First promise missed',
  'kept-last': 'Last promise kept',
  'missed-last': 'Last promise missed',
  moved: 'Requests with a moved due date',
  reopened: 'Reopened requests',
  rejected: 'Rejected requests',
  cancelled: 'Cancelled requests',
  at: 'Requests in a status',
  closings: 'Closings',
  reopenings: 'Reopenings',
}

export const analyticsRows: ExportableList<View> = {
  name: 'the requests behind a figure',
  requireAccess: (actor) => requirePermission(actor, 'analytics.view', 'export the analytics of the office'),
  check: async (deps, { actor, view }) => {
    await findFlowRows(deps, actor, view, { offset: 0, limit: 1 })
  },
  titleOf: ({ mark }) => TITLES[mark],
  open,
}

async function open(deps: Deps, { actor, view, scope, policy }: Asked<View>): Promise<Table> {
  const { columns, total, chunks } = await openRowsTable(deps, actor, view, scope)
  return { columns, total, chunks, facts: filterFacts(view, policy) }
}

/** The filters shared by all of the analytics. */
export function filterFacts(
  {
    from,
    to,
    department,
    priority,
    type,
    days,
  }: Pick<View, 'from' | 'to' | 'department' | 'priority' | 'type' | 'days'>,
  { departments }: Asked<View>['policy'],
) {
  return factsOf([
    ['Period', spanWords(from, to)],
    ['Department', department?.map((one) => departments.nameOf(one)).join(', ')],
    ['Priority', priority?.join(', ')],
    ['Type', type?.join(', ')],
    ['Durations', days === 'working' ? 'in working days' : 'in calendar days'],
  ])
}
