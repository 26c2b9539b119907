import { MEASURE_WORDS } from '../../../../shared/analytics/measures.ts'
import type { Mark } from '../../../../shared/analytics/rows.ts'
import { PRIORITIES, STATUSES } from '../../../../shared/request-rules.ts'
import { fullName } from '../../../../shared/users.ts'
import { formatNumber } from '../../../../shared/texts/formats.ts'
import { openRowsTable } from '../../../analytics/rows-table.ts'
import { findFlowRows } from '../../../analytics/service.ts'
import type { Reader } from '../../../platform/database/db.ts'
import type { Fact } from '../../pdf/blocks.ts'
import { requirePermission } from '../../../people/roles/require-permission.ts'
import { factsOf, spanWords } from './facts.ts'
import type { Deps } from '../deps.ts'
import { type ExportContext, type ExportableList, type Table, type ViewOf } from './list.ts'
import { namesOf } from './names.ts'

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

async function open(deps: Deps, { actor, view, scope, policy }: ExportContext<View>): Promise<Table> {
  const { columns, total, chunks } = await openRowsTable(deps, actor, view, scope)
  const filters = await filterFacts(deps.db.read, { ...view, ...daysOf(view) }, policy)
  return { columns, total, chunks, facts: [...markFacts(view), ...filters] }
}

/** Marks about today have no period, and `at` has a single day. */
function daysOf({ mark, from, to }: View): Pick<View, 'from' | 'to'> {
  return ['all', 'open', 'overdue', 'at'].includes(mark) ? { from: undefined, to: undefined } : { from, to }
}

function markFacts({ mark, to, status, measure, min, max }: View): Fact[] {
  const limits = [min !== undefined && `above ${daysWords(min)}`, max !== undefined && `up to ${daysWords(max)}`]
  return factsOf([
    ['At the end of', mark === 'at' ? to : undefined],
    ['Status', status?.map((one) => STATUSES[one]).join(', ')],
    ...(measure ? [[MEASURE_WORDS[measure], limits.filter(Boolean).join(', ')] as const] : []),
  ])
}

function daysWords(days: number): string {
  return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`
}

type Filters = Pick<View, 'from' | 'to' | 'department' | 'priority' | 'type' | 'assignee' | 'days'>

/** The filters shared by all of the analytics. */
export async function filterFacts(
  reader: Reader,
  { from, to, department, priority, type, assignee, days }: Filters,
  { departments }: ExportContext<View>['policy'],
): Promise<Fact[]> {
  return factsOf([
    ['Period', spanWords(from, to)],
    ['Department', department?.map((one) => departments.filterNameOf(one)).join(', ')],
    ['Priority', priority?.map((one) => PRIORITIES[one]).join(', ')],
    ['Type', type?.join(', ')],
    ['Assigned to', await assigneeWords(reader, assignee)],
    ['Durations', days === 'working' ? 'in working days' : 'in calendar days'],
  ])
}

async function assigneeWords(reader: Reader, assignee: string | undefined): Promise<string | undefined> {
  if (assignee === undefined) return undefined
  if (assignee === 'unassigned') return 'Unassigned'
  return fullName((await namesOf(reader, [assignee])).get(assignee) ?? null) || assignee
}
