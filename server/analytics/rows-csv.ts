import type { Readable } from 'node:stream'
import type { RowColumns } from '../../engine/flow/rows.ts'
import { dateOfDay } from '../../engine/flow/office-time.ts'
import { MEASURE_WORDS } from '../../shared/analytics/measures.ts'
import type { AllRowsQuery } from '../../shared/analytics/rows.ts'
import { EXPORT_COLUMNS, LIST_COLUMNS, type TableColumn } from '../../shared/export-columns.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { cellsOf } from '../tables/cells.ts'
import { writeCsv } from '../tables/csv.ts'
import { clockName } from '../tables/clock-name.ts'
import type { Cell } from '../tables/table.ts'
import { rowsOf } from '../requests/list/whole.ts'
import { isVisible } from '../requests/visibility.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { prepare } from './prepare.ts'

/** Read and written at a time: some milliseconds of a reading thread, and about one of the event loop. */
const CHUNK = 200

export interface CsvFile {
  name: string
  content: Readable
}

/**
 * All requests behind a mark as a table: which ones is found out at one moment, and they are read while the file is sent. It is
 * recorded before the first line goes out.
 */
export async function exportFlowRows(deps: Deps, actor: Actor, query: AllRowsQuery): Promise<CsvFile> {
  requirePermission(actor, 'reports.export', 'export requests')
  const { db, clock } = deps
  const { mark, status, measure, min, max, ...filter } = query
  const { asked, policy, scope } = await prepare(deps, actor, filter)
  const columns = await deps.flow.ask('allRows', { asked, query: { mark, status, measure, min, max } })
  await db.write((tx) =>
    record(tx, clock, {
      actorId: actor.id,
      action: 'requests.exported',
      targetType: 'figure',
      targetId: mark,
      details: { format: 'CSV', ...query, requests: columns.number.length },
    }),
  )
  const unit = asked.unit === 'working' ? 'working days' : 'days'
  const heads: TableColumn[] = [
    ...LIST_COLUMNS.map((column) => EXPORT_COLUMNS[column]),
    { label: 'Finished On', kind: 'date' },
    ...(measure ? [{ label: `${MEASURE_WORDS[measure]} (${unit})`, kind: 'text' as const }] : []),
  ]
  const name = `Analytics (${mark.replace('-', ' ')}) ${asked.from} to ${asked.to}, ${clockName(policy.timeZone, clock())}.csv`
  const options = { columns: heads, timeZone: policy.timeZone, name: 'Requests' }
  return {
    name,
    content: writeCsv(chunksOf({ deps, policy, scope, columns, hasValue: measure !== undefined }), options),
  }
}

interface Sent {
  deps: Pick<Deps, 'db'>
  policy: Policy
  scope: Parameters<typeof isVisible>[0]
  columns: RowColumns
  hasValue: boolean
}

async function* chunksOf({ deps, policy, scope, columns, hasValue }: Sent): AsyncGenerator<Cell[][]> {
  const { number, value, finishedDay } = columns
  for (let from = 0; from < number.length; from += CHUNK) {
    const numbers = number.subarray(from, from + CHUNK)
    const rows = new Map((await rowsOf(deps.db, [...numbers])).map((row) => [row.number, row]))
    yield [...numbers].flatMap((one, at): Cell[][] => {
      const row = rows.get(one)
      if (!row || !isVisible(scope, row)) return []
      const [day, measured] = [finishedDay[from + at]!, value[from + at]!]
      const own = [Number.isNaN(day) ? null : dateOfDay(day), ...(hasValue ? [numberCell(measured)] : [])]
      return [[...cellsOf(row, LIST_COLUMNS, policy.departments), ...own]]
    })
  }
}

function numberCell(value: number): Cell {
  return Number.isNaN(value) ? null : String(value)
}
