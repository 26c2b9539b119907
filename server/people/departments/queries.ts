import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type DepartmentRow = Tables['departments']

/** All departments, in the office's order. */
export function listRows(reader: Reader): Promise<DepartmentRow[]> {
  return reader.selectFrom('departments').selectAll().orderBy('position').orderBy('key').execute()
}

export function findRow(reader: Reader, key: string): Promise<DepartmentRow | undefined> {
  return reader.selectFrom('departments').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function insertRow(tx: Tx, row: DepartmentRow): Promise<void> {
  await tx.insertInto('departments').values(row).execute()
}

export async function updateRow(tx: Tx, key: string, change: Partial<Omit<DepartmentRow, 'key'>>): Promise<void> {
  await tx.updateTable('departments').set(change).where('key', '=', key).execute()
}

/** Accounts store the department by name, so a rename must update them. Increments their versions. */
export async function renameOfPeople(tx: Tx, before: string, after: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((row) => ({ department: after, version: row('version', '+', 1) }))
    .where('department', '=', before)
    .execute()
}

/** Locks some of the accounts that have this department. */
export function lockPeopleOf(tx: Tx, name: string, limit: number) {
  const people = tx.selectFrom('users').select('id').where('department', '=', name).orderBy('id').limit(limit)
  return forUpdate(tx, people).execute()
}

/** Number of people by the name of their department. */
export function countPeople(reader: Reader) {
  return reader
    .selectFrom('users')
    .select((row) => ['department', row.fn.countAll<number>().as('people')])
    .where('department', 'is not', null)
    .groupBy('department')
    .execute()
}

/** Number of requests by department and status; departments without requests are missing. */
export function countByDepartment(reader: Reader) {
  return reader
    .selectFrom('request_counts')
    .select((row) => ['department', 'status', row.fn.sum<number>('count').as('count')])
    .groupBy(['department', 'status'])
    .execute()
}

/** Keys of the departments whose requests and people are being moved. */
export async function keysOfJobs(reader: Reader, kind: string): Promise<Set<string | null>> {
  const rows = await reader
    .selectFrom('jobs')
    .select('unique_key')
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.unique_key))
}
