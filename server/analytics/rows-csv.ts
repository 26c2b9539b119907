import type { Readable } from 'node:stream'
import type { AllRowsQuery } from '../../shared/analytics/rows.ts'
import { type Actor, readerId } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { clockName } from '../reports/spreadsheets/clock-name.ts'
import { writeCsv } from '../reports/spreadsheets/csv.ts'
import type { Deps } from './deps.ts'
import { openRowsTable } from './rows-table.ts'

export interface CsvFile {
  name: string
  content: Readable
}

/** The requests behind a mark as a direct CSV download; the same table as an export. Recorded before the first line is sent. */
export async function exportFlowRows(deps: Deps, actor: Actor, query: AllRowsQuery): Promise<CsvFile> {
  requirePermission(actor, 'reports.export', 'export requests')
  const { db, clock } = deps
  const { mark } = query
  const { params, policy, columns, total, chunks } = await openRowsTable(deps, actor, query)
  await db.write((tx) =>
    record(tx, clock, {
      actorId: readerId(actor),
      action: 'requests.exported',
      targetType: 'figure',
      targetId: mark,
      details: { format: 'CSV', ...query, requests: total },
    }),
  )
  const name = `Analytics (${mark.replace('-', ' ')}) ${params.from} to ${params.to}, ${clockName(policy.timeZone, clock())}.csv`
  return { name, content: writeCsv(chunks, { columns, timeZone: policy.timeZone, name: 'Requests' }) }
}
