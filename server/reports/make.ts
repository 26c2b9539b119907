import { addDays, dateIn } from '../../shared/dates.ts'
import type { Promises } from '../../shared/analytics/promises.ts'
import { PRIORITIES, STATUSES } from '../../shared/request-rules.ts'
import { type CustomReport, type ReportContent, type ReportView, readView } from '../../shared/reports/definition.ts'
import type { ReportBlock, ReportDocument } from '../../shared/reports/document.ts'
import { type ReportPeriod, type ReadyReport, readyReport } from '../../shared/reports/ready.ts'
import { getFlow, listPromises } from '../analytics/service.ts'
import { cellsOf } from '../tables/cells.ts'
import { getQuality } from '../quality/service.ts'
import { groupsInView } from '../requests/list/groups.ts'
import { numbersInView, rowsOf, type View } from '../requests/list/whole.ts'
import { toServiceRequest } from '../requests/row.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { customReport } from './custom.ts'
import type { Deps } from './deps.ts'
import { aiQualityReport } from './ready/ai-quality.ts'
import { departmentReport } from './ready/departments.ts'
import { managementReport } from './ready/management.ts'
import { overdueReport } from './ready/overdue.ts'
import { promisesReport } from './ready/promises.ts'
import { statusSummary } from './ready/status-summary.ts'
import { checkMayMake, type Viewer } from './viewer.ts'

/** Read at a time. */
const CHUNK = 200
const PAGE = 100
const STATUS_WEEKS = 12
const OVERDUE = 'overdue=true&sort=dueDate&order=asc'

interface Wanted {
  name: string
  content: ReportContent
  period: ReportPeriod | null
  /** at most so many requests or moves are listed; the tables say how many there are */
  mostRows: number
  signal?: AbortSignal
}

/** The moment of a report, and whose eyes it is made with. */
interface Making {
  deps: Deps
  viewer: Viewer
  policy: Policy
  at: Date
  period: { from: string; to: string } | null
  wanted: Wanted
}

/**
 * A report as it is now, of nothing but what this person may see now.
 * @throws AppError `not-allowed` when they may not have it
 */
export async function makeDocument(deps: Deps, viewer: Viewer, wanted: Wanted): Promise<ReportDocument> {
  const policy = await deps.settings.policy()
  checkMayMake(viewer, wanted.content, policy)
  const at = deps.clock()
  const today = dateIn(policy.timeZone, at)
  const { content } = wanted
  const period = content.kind === 'ready' ? periodOf(content.ready, wanted.period, today) : null
  const making: Making = { deps, viewer, policy, at, period, wanted }
  const blocks = content.kind === 'custom' ? await makeCustom(making, content) : await MAKERS[content.ready](making)
  return {
    title: wanted.name,
    office: policy.officeName,
    asOf: at.toISOString(),
    timeZone: policy.timeZone,
    period,
    about: [
      visibleTo(viewer, policy) === null ? 'Requests of everybody' : 'Only requests of your own or assigned to you',
      ...(content.kind === 'custom' ? aboutView(readView(content.view), policy) : []),
    ],
    blocks,
  }
}

/** The requests that a report lists, where its files are that list and nothing else. */
export function listIn(content: ReportContent): Pick<CustomReport, 'view' | 'columns'> | null {
  if (content.kind === 'custom') return content.groupBy === null ? content : null
  if (content.ready !== 'overdue') return null
  return {
    view: OVERDUE,
    columns: ['requestId', 'title', 'department', 'priority', 'status', 'assignedTo', 'dueDate', 'requester'],
  }
}

export function viewFor(viewer: Viewer, policy: Policy, view: CustomReport['view'], at: Date): View {
  return { query: readView(view), personId: viewer.id, scope: visibleTo(viewer, policy), at }
}

/** @returns null for a report about now */
function periodOf(ready: ReadyReport, chosen: ReportPeriod | null, today: string): Making['period'] {
  const usual = readyReport(ready).period
  if (!usual) return null
  const period = chosen ?? usual
  if (period === 'last-month') {
    const to = addDays(`${today.slice(0, 7)}-01`, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  const days = { 'last-30-days': 30, 'last-90-days': 90, 'half-year': 182 }[period]
  return { from: addDays(today, 1 - days), to: today }
}

const MAKERS: Record<ReadyReport, (making: Making) => Promise<ReportBlock[]>> = {
  'status-summary': async ({ deps, viewer, policy, at }) => {
    const { departments, timeZone } = policy
    const to = dateIn(timeZone, at)
    const flow = await getFlow(deps, viewer, { from: addDays(to, -7 * STATUS_WEEKS), to })
    const view = viewFor(viewer, policy, '', at)
    const byDepartment = await groupsInView(deps.db, policy, view, 'department')
    const byPriority = await groupsInView(deps.db, policy, view, 'priority')
    return statusSummary({ flow, byDepartment, byPriority, departments })
  },
  overdue: async ({ deps: { db }, viewer, policy, at, wanted }) => {
    const view = viewFor(viewer, policy, OVERDUE, at)
    const numbers = await numbersInView(db, policy, view)
    const rows = await readRows(db, numbers.slice(0, wanted.mostRows), wanted.signal)
    const byAssignee = await groupsInView(db, policy, view, 'assignedTo')
    return overdueReport({
      today: dateIn(policy.timeZone, at),
      requests: rows.map(toServiceRequest),
      total: numbers.length,
      byDepartment: await groupsInView(db, policy, view, 'department'),
      byPriority: await groupsInView(db, policy, view, 'priority'),
      unassigned: byAssignee.find(({ key }) => key === null)?.count ?? 0,
      departments: policy.departments,
    })
  },
  departments: async ({ deps, viewer, policy, period }) =>
    departmentReport(await getFlow(deps, viewer, period!), policy.departments),
  management: async ({ deps, viewer, policy, period }) =>
    managementReport(await getFlow(deps, viewer, period!), policy.departments),
  'ai-quality': async ({ deps, viewer, policy }) => aiQualityReport(await getQuality(deps, viewer), policy.departments),
  promises: async ({ deps, viewer, period, wanted }) => {
    const moves: Promises['moves'] = []
    let total = 0
    for (let page = 1; (page - 1) * PAGE < wanted.mostRows; page++) {
      wanted.signal?.throwIfAborted()
      const found = await listPromises(deps, viewer, { ...period!, page, limit: PAGE })
      total = found.total
      moves.push(...found.moves)
      if (page * PAGE >= total) break
    }
    return promisesReport(await getFlow(deps, viewer, period!), { moves: moves.slice(0, wanted.mostRows), total })
  },
}

async function makeCustom({ deps: { db }, viewer, policy, at, wanted }: Making, content: CustomReport) {
  const view = viewFor(viewer, policy, content.view, at)
  const numbers = await numbersInView(db, policy, view)
  const rows = await readRows(db, numbers.slice(0, wanted.mostRows), wanted.signal)
  const [all] = await groupsInView(db, policy, view, null)
  return customReport({
    content,
    all,
    groups: content.groupBy === null ? [] : await groupsInView(db, policy, view, content.groupBy),
    rows: rows.map((row) => cellsOf(row, content.columns, policy.departments)),
    departments: policy.departments,
    listed: `/requests?${content.view}`,
  })
}

async function readRows(db: Deps['db'], numbers: readonly number[], signal?: AbortSignal) {
  const rows = []
  for (let from = 0; from < numbers.length; from += CHUNK) {
    signal?.throwIfAborted()
    rows.push(...(await rowsOf(db, numbers.slice(from, from + CHUNK))))
  }
  return rows
}

/** What narrows a report, for its head. */
function aboutView(view: ReportView, { departments }: Policy): string[] {
  const range = (label: string, from?: string, to?: string) =>
    from === undefined && to === undefined ? [] : [`${label}: ${from ?? 'the beginning'} to ${to ?? 'today'}`]
  return [
    ...(view.search === undefined ? [] : [`Search: ${view.search}`]),
    ...(view.status ? [`Status: ${view.status.map((one) => STATUSES[one]).join(', ')}`] : []),
    ...(view.department ? [`Department: ${view.department.map((one) => departments.nameOf(one)).join(', ')}`] : []),
    ...(view.priority ? [`Priority: ${view.priority.map((one) => PRIORITIES[one]).join(', ')}`] : []),
    ...(view.overdue ? ['Overdue'] : []),
    ...(view.assignedTo === 'unassigned' ? ['Unassigned'] : view.assignedTo ? ['Of one assignee'] : []),
    ...(view.requester ? [view.requester === 'me' ? 'Requests of the maker’s own' : 'Of one requester'] : []),
    ...range('Due', view.dueFrom, view.dueTo),
    ...range('Created', view.createdFrom, view.createdTo),
    ...range('Completed', view.completedFrom, view.completedTo),
  ]
}
