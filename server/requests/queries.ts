import { isOpen, STATUS_KEYS, OPEN_STATUSES } from '../../shared/request-rules.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { type Params, prepared } from '../platform/database/prepared.ts'
import { engineOf, forUpdate, forKeyShare } from '../platform/database/dialect.ts'
import { ALL_COLUMNS, CHANGED_COLUMNS, type NamedRow, type RequestRow } from './row.ts'

/** The keys of a request: its id, the number people know, or the bare number. */
type By = 'id' | 'request_id' | 'number'

/** With the names of its people. */
export const findNamed = prepared<{ key: string | number }, NamedRow, By>((db, param, by) =>
  withNames(db).where(`r.${by}`, '=', param.key as never),
)

/** Requests with the names of their people, in no particular order. */
export function findNamedAmong(reader: Reader, numbers: readonly number[]): Promise<NamedRow[]> {
  return withNames(reader).where('r.number', 'in', numbers).execute()
}

function withNames(db: Reader) {
  return db
    .selectFrom('requests as r')
    .leftJoin('users as a', 'a.id', 'r.assigned_to_id')
    .leftJoin('users as q', 'q.id', 'r.requester_id')
    .selectAll('r')
    .select([
      'a.first_name as assignee_first',
      'a.last_name as assignee_last',
      'q.first_name as requester_first',
      'q.last_name as requester_last',
    ])
}

function rowBy(db: Reader, param: Params<{ key: string | number }>, by: By) {
  return db
    .selectFrom('requests')
    .selectAll()
    .where(by, '=', param.key as never)
}

export const findRow = prepared<{ key: string | number }, RequestRow, By>(rowBy)

/** Locks the row for a change until the transaction ends. */
export const lockRequestRow = prepared<{ key: string | number }, RequestRow, By>((db, param, by) => {
  const query = rowBy(db, param, by)
  return engineOf(db) === 'postgres' ? query.forUpdate() : query
})

/** The open requests assigned to a person, oldest first, locked. */
export function lockOpenOf(tx: Tx, assigneeId: string, limit: number): Promise<RequestRow[]> {
  const open = tx
    .selectFrom('requests')
    .selectAll()
    .where('assigned_to_id', '=', assigneeId)
    .where('status', 'in', STATUS_KEYS.filter(isOpen))
    .orderBy('number')
    .limit(limit)
  return forUpdate(tx, open).execute()
}

type Nothing = Record<string, never>

export const insertRequest = prepared<RequestRow, Nothing>((db, param) =>
  db.insertInto('requests').values(valuesFor(ALL_COLUMNS, param)),
)

export const updateRequest = prepared<RequestRow, Nothing>((db, param) =>
  db.updateTable('requests').set(valuesFor(CHANGED_COLUMNS, param)).where('number', '=', param.number),
)

function valuesFor(columns: readonly (keyof RequestRow)[], param: Params<RequestRow>): Params<RequestRow> {
  // An insert lists all columns, an update only some: the cast covers both.
  return Object.fromEntries(columns.map((column) => [column, param[column]])) as Params<RequestRow>
}

/**
 * Undefined for an account that is deactivated, or whose invitation has not been accepted. The account stays active
 * until the transaction ends: a deactivation waits, and then finds the new assignment.
 */
export async function lockActivePerson(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  const person = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
  return forKeyShare(tx, person).executeTakeFirst()
}

/** Numbers of open requests in a department, at most `limit`. */
export function openIn(reader: Reader, department: string, limit: number): Promise<{ number: number }[]> {
  return reader
    .selectFrom('requests')
    .select('number')
    .where('status', 'in', OPEN_STATUSES)
    .where('department', '=', department)
    .orderBy('number')
    .limit(limit)
    .execute()
}
