import type { Report, ReportContent } from '../../shared/reports/definition.ts'
import { READY_REPORTS, type ReadyReport } from '../../shared/reports/ready.ts'
import type { Reader } from '../platform/database/db.ts'
import { activeAmong, namesOf, type ReportRow } from './queries.ts'

export function readyAsReport(key: ReadyReport): Report {
  const { name } = READY_REPORTS[key]
  const content: ReportContent = { kind: 'ready', ready: key }
  return { id: key, name, content, owner: null, ownerIsGone: false, sharedWith: [], version: 0, updatedAt: null }
}

export async function withOwners(reader: Reader, rows: readonly ReportRow[]): Promise<Report[]> {
  const owners = [...new Set(rows.map(({ owner_id }) => owner_id))]
  const names = await namesOf(reader, owners)
  const active = await activeAmong(reader, owners)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    // Both were validated by their contract before they were stored.
    content: JSON.parse(row.content) as ReportContent,
    owner: names.get(row.owner_id) ?? null,
    ownerIsGone: !active.has(row.owner_id),
    sharedWith: JSON.parse(row.shared_with) as string[],
    version: row.version,
    updatedAt: row.updated_at,
  }))
}
