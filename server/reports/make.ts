import { addDays, dateIn } from '../../shared/dates.ts'
import { EXPORT_COLUMNS } from '../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../shared/request-rules.ts'
import { type CustomReport, type ReportContent, type ReportView, readView } from '../../shared/reports/definition.ts'
import type { ReportBlock, ReportCell, ReportDocument } from '../../shared/reports/document.ts'
import { type ReportPeriod, type ReadyReport, readyReport } from '../../shared/reports/ready.ts'
import { allPromises, keyOfMove } from '../analytics/all-promises.ts'
import { getFlow, listPromises } from '../analytics/service.ts'
import { fullName } from '../../shared/users.ts'
import { spanWords } from '../exports/lists/facts.ts'
import { cellsOf } from '../tables/cells.ts'
import { getQuality } from '../quality/service.ts'
import { groupsInView } from '../requests/list/groups.ts'
import { numbersInView, rowsOf, type View } from '../requests/list/whole.ts'
import { type NamedRow, toServiceRequest } from '../requests/row.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { customReport, customRow } from './custom.ts'
import type { Deps } from './deps.ts'
import { namesOf } from './queries.ts'
import { aiQualityReport } from './ready/ai-quality.ts'
import { departmentReport } from './ready/departments.ts'
import { managementReport } from './ready/management.ts'
import { overdueReport, overdueRow } from './ready/overdue.ts'
import { moveRow, promisesReport } from './ready/promises.ts'
import { statusSummary } from './ready/status-summary.ts'
import { checkMayMake, type Viewer } from './viewer.ts'

/** Rows per read. */
const CHUNK = 200
/** Rows in a preview, on the page of a run, and in a document before its file is streamed. */
export const PREVIEW_ROWS = 50
const STATUS_WEEKS = 12
const OVERDUE = 'overdue=true&sort=dueDate&order=asc'

interface Wanted {
  name: string
  content: ReportContent
  period: ReportPeriod | null
  /** decides which day it is; default: the office's */
  timeZone?: string | undefined
}

/** A report as the page shows it, with only the first rows of its longest table. */
export interface MadeReport {
  document: ReportDocument
  /** The further rows of that table, streamed in bounded memory. */
  rest: Rest
}
type Rest = (signal: AbortSignal) => AsyncIterable<ReportCell[][]>
interface ReportBody {
  blocks: ReportBlock[]
  rest?: Rest
}

/** Time of a report, and the person whose permissions apply. */
interface ReportContext {
  deps: Deps
  viewer: Viewer
  policy: Policy
  at: Date
  period: { from: string; to: string } | null
}

/**
 * Makes a report of the present, limited to what this person may see.
 * @throws AppError `not-allowed` when they may not have it
 */
export async function makeReport(deps: Deps, viewer: Viewer, wanted: Wanted): Promise<MadeReport> {
  const policy = await deps.settings.policy()
  checkMayMake(viewer, wanted.content, policy)
  const at = deps.clock()
  const today = dateIn(wanted.timeZone ?? policy.timeZone, at)
  const { content } = wanted
  const period = content.kind === 'ready' ? periodOf(content.ready, wanted.period, today) : null
  const context: ReportContext = { deps, viewer, policy, at, period }
  const made = content.kind === 'custom' ? await makeCustom(context, content) : await MAKERS[content.ready](context)
  const document = {
    title: wanted.name,
    office: policy.officeName,
    asOf: at.toISOString(),
    timeZone: policy.timeZone,
    period,
    about: [
      visibleTo(viewer, policy) === null ? 'Requests of everybody' : 'Only requests of your own or assigned to you',
      ...(content.kind === 'custom' ? await aboutView(deps, readView(content.view), policy) : []),
    ],
    blocks: made.blocks,
  }
  return { document, rest: made.rest ?? nothing }
}

async function* nothing(): AsyncGenerator<never> {}

/** The requests of a report whose files are only that list; null for other reports. */
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
function periodOf(ready: ReadyReport, chosen: ReportPeriod | null, today: string): ReportContext['period'] {
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

const MAKERS: Record<ReadyReport, (context: ReportContext) => Promise<ReportBody>> = {
  'status-summary': async ({ deps, viewer, policy, at }) => {
    const { departments, timeZone } = policy
    const to = dateIn(timeZone, at)
    const flow = await getFlow(deps, viewer, { from: addDays(to, -7 * STATUS_WEEKS), to })
    const view = viewFor(viewer, policy, '', at)
    const byDepartment = await groupsInView(deps.db, policy, view, 'department')
    const byPriority = await groupsInView(deps.db, policy, view, 'priority')
    return { blocks: statusSummary({ flow, byDepartment, byPriority, departments }) }
  },
  overdue: async ({ deps: { db }, viewer, policy, at }) => {
    const view = viewFor(viewer, policy, OVERDUE, at)
    const numbers = await numbersInView(db, policy, view)
    const first = await rowsOf(db, numbers.slice(0, PREVIEW_ROWS))
    const byAssignee = await groupsInView(db, policy, view, 'assignedTo')
    const about = { today: dateIn(policy.timeZone, at), departments: policy.departments }
    const blocks = overdueReport({
      ...about,
      requests: first.map(toServiceRequest),
      total: numbers.length,
      byDepartment: await groupsInView(db, policy, view, 'department'),
      byPriority: await groupsInView(db, policy, view, 'priority'),
      unassigned: byAssignee.find(({ key }) => key === null)?.count ?? 0,
    })
    return { blocks, rest: restOf(db, numbers, (row) => overdueRow(toServiceRequest(row), about)) }
  },
  departments: async ({ deps, viewer, policy, period }) => ({
    blocks: departmentReport(await getFlow(deps, viewer, period!), policy.departments),
  }),
  management: async ({ deps, viewer, policy, period }) => ({
    blocks: managementReport(await getFlow(deps, viewer, period!), policy.departments),
  }),
  'ai-quality': async ({ deps, viewer, policy }) => ({
    blocks: aiQualityReport(await getQuality(deps, viewer), policy.departments),
  }),
  promises: async ({ deps, viewer, period, at }) => {
    const { moves, total } = await listPromises(deps, viewer, { ...period!, page: 1, limit: PREVIEW_ROWS })
    const shown = new Set(moves.map(keyOfMove))
    async function* rest(signal: AbortSignal) {
      for await (const some of allPromises(deps, viewer, period!)) {
        signal.throwIfAborted()
        // A move made meanwhile is newer than all moves in the document, and left out.
        const left = some.filter((move) => !shown.has(keyOfMove(move)) && move.at <= at.toISOString())
        yield left.map(moveRow)
      }
    }
    return { blocks: promisesReport(await getFlow(deps, viewer, period!), { moves, total }), rest }
  },
}

async function makeCustom(
  { deps: { db }, viewer, policy, at }: ReportContext,
  content: CustomReport,
): Promise<ReportBody> {
  const view = viewFor(viewer, policy, content.view, at)
  const numbers = await numbersInView(db, policy, view)
  const first = await rowsOf(db, numbers.slice(0, PREVIEW_ROWS))
  const [all] = await groupsInView(db, policy, view, null)
  const cells = (row: NamedRow) => cellsOf(row, content.columns, policy.departments)
  const blocks = customReport({
    content,
    all,
    groups: content.groupBy === null ? [] : await groupsInView(db, policy, view, content.groupBy),
    rows: first.map(cells),
    total: numbers.length,
    departments: policy.departments,
    listed: `/requests?${content.view}`,
  })
  return { blocks, rest: restOf(db, numbers, (row) => customRow(cells(row), content)) }
}

/** The rows of these requests after those in the document. */
function restOf(db: Deps['db'], numbers: readonly number[], toCells: (row: NamedRow) => ReportCell[]): Rest {
  return async function* rest(signal) {
    for (let from = PREVIEW_ROWS; from < numbers.length; from += CHUNK) {
      signal.throwIfAborted()
      yield (await rowsOf(db, numbers.slice(from, from + CHUNK))).map(toCells)
    }
  }
}

/** The filters of a report, for its head. */
async function aboutView({ db }: Deps, view: ReportView, { departments }: Policy): Promise<string[]> {
  const { assignedTo, requester } = view
  const names = await namesOf(
    db.read,
    [assignedTo, requester].filter((id) => id !== undefined),
  )
  const person = (id: string) => fullName(names.get(id) ?? null) || id
  const range = (label: string, from?: string, to?: string) => {
    const words = spanWords(from, to)
    return words === undefined ? [] : [`${label}: ${words}`]
  }
  return [
    ...(view.search === undefined ? [] : [`Search: ${view.search}`]),
    ...(view.status ? [`Status: ${view.status.map((one) => STATUSES[one]).join(', ')}`] : []),
    ...(view.department
      ? [`Department: ${view.department.map((one) => departments.filterNameOf(one)).join(', ')}`]
      : []),
    ...(view.priority ? [`Priority: ${view.priority.map((one) => PRIORITIES[one]).join(', ')}`] : []),
    ...(view.overdue ? ['Overdue'] : []),
    ...(assignedTo === 'unassigned' ? ['Unassigned'] : assignedTo ? [`Assigned to: ${person(assignedTo)}`] : []),
    ...(requester ? [requester === 'me' ? 'Requests of the maker’s own' : `Requested by: ${person(requester)}`] : []),
    ...range('Due', view.dueFrom, view.dueTo),
    ...range('Created', view.createdFrom, view.createdTo),
    ...range('Completed', view.completedFrom, view.completedTo),
    ...(view.sort
      ? [`Sorted by ${EXPORT_COLUMNS[view.sort].label}${view.order === 'desc' ? ', descending' : ''}`]
      : []),
  ]
}
