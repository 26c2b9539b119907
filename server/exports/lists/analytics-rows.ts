import { MEASURE_WORDS } from '../../../shared/analytics/measures.ts'
import type { Mark } from '../../../shared/analytics/rows.ts'
import { dateOfDay } from '../../../engine/flow/office-time.ts'
import { EXPORT_COLUMNS, type TableColumn } from '../../../shared/export-columns.ts'
import { findFlowRows } from '../../analytics/service.ts'
import { rowsOf } from '../../requests/list/whole.ts'
import { isVisible } from '../../requests/visibility.ts'
import { requirePermission } from '../../roles/require-permission.ts'
import { cellsOf } from '../../tables/cells.ts'
import { factsOf, spanWords } from './facts.ts'
import type { Deps } from '../deps.ts'
import { type Asked, CHUNK, type ExportableList, type Table, type ViewOf } from './list.ts'

type View = ViewOf<'analytics-rows'>

const COLUMNS = [
  'requestId',
  'title',
  'department',
  'priority',
  'status',
  'assignedTo',
  'createdAt',
  'dueDate',
] as const
/** Asked of the thread that has the history; it sorts all of them each time. */
const BLOCK = 5000

const TITLES: Record<Mark, string> = {
  all: 'All requests of the analytics',
  arrived: 'Requests that arrived',
  answered: 'Requests with a first answer',
  finished: 'Requests that were finished',
  closed: 'Requests that were closed',
  open: 'Open requests',
  'kept-first': 'First promise kept',
  'missed-first': 'First promise missed',
  'kept-last': 'Last promise kept',
  'missed-last': 'Last promise missed',
  moved: 'Requests with a moved due date',
  reopened: 'Reopened requests',
  rejected: 'Rejected requests',
  cancelled: 'Cancelled requests',
  at: 'Requests in a status',
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
  const { total } = await findFlowRows(deps, actor, view, { offset: 0, limit: 1 })
  const measured: TableColumn = {
    label: view.measure ? `${MEASURE_WORDS[view.measure]} (days)` : 'Days',
    kind: 'number',
  }
  async function* chunks() {
    // The history may grow between two blocks; no request comes twice all the same.
    const written = new Set<number>()
    for (let offset = 0; offset < total; offset += BLOCK) {
      const { rows } = await findFlowRows(deps, actor, view, { offset, limit: BLOCK })
      const fresh = rows.filter(({ number }) => !written.has(number))
      for (const { number } of fresh) written.add(number)
      for (let from = 0; from < fresh.length; from += CHUNK) {
        const some = new Map(fresh.slice(from, from + CHUNK).map((row) => [row.number, row]))
        const found = await rowsOf(deps.db, [...some.keys()])
        yield found
          .filter((request) => isVisible(scope, request))
          .map((request) => {
            const { value, finishedDay } = some.get(request.number)!
            const finished = finishedDay === null ? null : dateOfDay(finishedDay)
            const days = value === null ? null : String(Math.round(value * 100) / 100)
            return [...cellsOf(request, COLUMNS, policy.departments), days, finished]
          })
      }
    }
  }
  const columns = [...COLUMNS.map((key) => EXPORT_COLUMNS[key]), measured, { label: 'Finished', kind: 'date' as const }]
  return { columns, total, chunks: chunks(), facts: filterFacts(view, policy) }
}

/** The filters that all of the analytics have. */
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
