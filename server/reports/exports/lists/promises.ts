import type { Promises } from '../../../../shared/analytics/promises.ts'
import { STATUSES } from '../../../../shared/request-rules.ts'
import type { TableColumn } from '../../../../shared/export-columns.ts'
import { fullName } from '../../../../shared/users.ts'
import { allPromises } from '../../../analytics/all-promises.ts'
import { listPromises } from '../../../analytics/service.ts'
import { requirePermission } from '../../../people/roles/require-permission.ts'
import type { Deps } from '../deps.ts'
import type { Cell } from '../../spreadsheets/table.ts'
import { filterFacts } from './analytics-rows.ts'
import { type ExportContext, type ExportableList, type Table, type ViewOf } from './list.ts'

type View = ViewOf<'promises'>
type Move = Promises['moves'][number]

const COLUMNS: readonly TableColumn[] = [
  { label: 'Request ID', kind: 'text' },
  { label: 'Title', kind: 'text', share: 3 },
  { label: 'Status', kind: 'text' },
  { label: 'Moved', kind: 'instant', share: 1.2 },
  { label: 'Moved By', kind: 'text' },
  { label: 'From', kind: 'date' },
  { label: 'To', kind: 'date' },
  { label: 'Already Late', kind: 'text' },
  { label: 'Reason', kind: 'text', share: 2 },
]

export const promiseLedger: ExportableList<View> = {
  name: 'the promise ledger',
  requireAccess: (actor) => requirePermission(actor, 'analytics.view', 'export the analytics of the office'),
  check: async (deps, { actor, view }) => {
    await listPromises(deps, actor, { ...view, page: 1, limit: 1 })
  },
  titleOf: () => 'Promise ledger',
  open,
}

async function open(deps: Deps, { actor, view, policy }: ExportContext<View>): Promise<Table> {
  const { total } = await listPromises(deps, actor, { ...view, page: 1, limit: 1 })
  async function* chunks() {
    for await (const moves of allPromises(deps, actor, view)) yield moves.map(toCells)
  }
  return { columns: COLUMNS, total, chunks: chunks(), facts: await filterFacts(deps.db.read, view, policy) }
}

function toCells({ requestId, title, status, at, by, from, to, wasLate, reason }: Move): Cell[] {
  return [requestId, title, STATUSES[status], at, by && fullName(by), from, to, wasLate ? 'Yes' : 'No', reason]
}
