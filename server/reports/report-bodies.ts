import { addDays, dateIn } from '../../shared/dates.ts'
import type { CustomReport } from '../../shared/reports/definition.ts'
import type { ReportBlock } from '../../shared/reports/document.ts'
import type { ReadyReport } from '../../shared/reports/ready.ts'
import { allPromises, keyOfMove } from '../analytics/all-promises.ts'
import { getFlow, listPromises } from '../analytics/service.ts'
import { cellsOf } from './spreadsheets/cells.ts'
import { getQuality } from '../analytics/quality/service.ts'
import { groupsInView } from '../requests/list/groups.ts'
import { numbersInView, rowsOf } from '../requests/list/whole.ts'
import { type NamedRow, toServiceRequest } from '../requests/row.ts'
import type { Policy } from '../settings/service.ts'
import { customReport, customRow } from './custom.ts'
import type { Deps } from './deps.ts'
import { aiQualityReport } from './ready/ai-quality.ts'
import { departmentReport } from './ready/departments.ts'
import { managementReport } from './ready/management.ts'
import { overdueReport, overdueRow } from './ready/overdue.ts'
import { moveRow, promisesReport } from './ready/promises.ts'
import { statusSummary } from './ready/status-summary.ts'
import type { Viewer } from './viewer.ts'
import { PREVIEW_ROWS, OVERDUE, type Rest, viewFor, restOf } from './listed-requests.ts'

const STATUS_WEEKS = 12

interface ReportBody {
  blocks: ReportBlock[]
  rest?: Rest
}

/** Time of a report, and the person whose permissions apply. */
export interface ReportContext {
  deps: Deps
  viewer: Viewer
  policy: Policy
  at: Date
  period: { from: string; to: string } | null
}

export const MAKERS: Record<ReadyReport, (context: ReportContext) => Promise<ReportBody>> = {
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

export async function makeCustom(
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
