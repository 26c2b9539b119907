import { type Selectable, sql, type SqlBool } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'

export type ReportRow = Selectable<Tables['reports']>

/** A person's keys in the stored readers of runs and recipients of reports. */
export function readersOf({ id, role }: { id: string; role: string }): string[] {
  return [`person:${id}`, `role:${role}`]
}

/** @param recipients as stored */
export function readersIn(recipients: string): string[] {
  const { people, roles } = JSON.parse(recipients) as { people: string[]; roles: string[] }
  return [...people.map((id) => `person:${id}`), ...roles.map((id) => `role:${id}`)]
}

export async function insertReport(tx: Tx, row: ReportRow): Promise<void> {
  await tx.insertInto('reports').values(row).execute()
}

export function findReport(reader: Reader, id: string): Promise<ReportRow | undefined> {
  return reader.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @returns false if the version was stale */
export async function updateReport(
  tx: Tx,
  id: string,
  version: number,
  change: Pick<ReportRow, 'name' | 'content' | 'shared_with' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countReportsOf(reader: Reader, ownerId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('reports')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A person's own reports, and those shared with their role. */
export function reportsFor(reader: Reader, { id, role }: { id: string; role: string }, limit: number) {
  return reader
    .selectFrom('reports')
    .selectAll()
    .where((row) =>
      row.or([row('owner_id', '=', id), sql<SqlBool>`shared_with like ${`%${JSON.stringify(role)}%`} escape '\\'`]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Reports of deactivated owners. */
export function reportsOfDeactivatedOwners(reader: Reader, limit: number): Promise<ReportRow[]> {
  return reader
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.owner_id')
    .selectAll('reports')
    .where('users.deactivated_at', 'is not', null)
    .orderBy('reports.name')
    .orderBy('reports.id')
    .limit(limit)
    .execute()
}

/** @returns false if the owner or version had changed */
export async function transferReport(
  tx: Tx,
  { id, owner_id, version }: ReportRow,
  to: { ownerId: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ owner_id: to.ownerId, updated_at: to.at, version: version + 1 })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function reportsWith(reader: Reader, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return []
  return reader.selectFrom('reports').selectAll().where('id', 'in', ids).orderBy('name').execute()
}

/** Deletes a report with its schedules and runs. @returns the stored file lists of the runs */
export async function deleteReport(tx: Tx, id: string): Promise<string[]> {
  const runs = await tx.deleteFrom('report_runs').where('report_id', '=', id).returning('files').execute()
  await tx.deleteFrom('report_schedules').where('report_id', '=', id).execute()
  await tx.deleteFrom('reports').where('id', '=', id).execute()
  return runs.map(({ files }) => files)
}

export async function namesOf(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; firstName: string; lastName: string }>()
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function rolesWith(reader: Reader) {
  return reader.selectFrom('roles').select(['id', 'name', 'permissions']).orderBy('name').limit(500).execute()
}

/** Those people that have an active account. */
export async function activeAmong(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deactivated_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
