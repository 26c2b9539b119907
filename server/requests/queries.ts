import type { Reader } from '../database/db.ts'
import { type Holes, prepared } from '../database/prepared.ts'
import { engineOf } from '../database/dialect.ts'
import type { NamedRow, RequestRow } from './row.ts'

/** The addresses of a request: its id, the number people know, or the number alone. */
type By = 'id' | 'request_id' | 'number'

/** With the names of its people. */
export const findNamed = prepared<{ key: string | number }, NamedRow, By>((db, hole, by) =>
  db
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
    .where(`r.${by}`, '=', hole.key as never),
)

/** For a change: nobody else changes the row until the transaction ends. */
export const lockRequest = prepared<{ key: string | number }, RequestRow, By>((db, hole, by) => {
  const query = db
    .selectFrom('requests')
    .selectAll()
    .where(by, '=', hole.key as never)
  return engineOf(db) === 'postgres' ? query.forUpdate() : query
})

type Nothing = Record<string, never>

export const insertRequest = prepared<RequestRow, Nothing>((db, hole) =>
  db.insertInto('requests').values({
    number: hole.number,
    id: hole.id,
    request_id: hole.request_id,
    ...content(hole),
    created_at: hole.created_at,
  }),
)

export const updateRequest = prepared<RequestRow, Nothing>((db, hole) =>
  db.updateTable('requests').set(content(hole)).where('number', '=', hole.number),
)

function content(hole: Holes<RequestRow>) {
  return {
    title: hole.title,
    title_key: hole.title_key,
    description: hole.description,
    priority: hole.priority,
    priority_rank: hole.priority_rank,
    department: hole.department,
    status: hole.status,
    assigned_to_id: hole.assigned_to_id,
    requester_id: hole.requester_id,
    due_date: hole.due_date,
    updated_at: hole.updated_at,
    started_at: hole.started_at,
    completed_at: hole.completed_at,
    classified_at: hole.classified_at,
    version: hole.version,
  }
}

/** Undefined for an account that has been deactivated, too. */
export async function findActivePerson(reader: Reader, id: string): Promise<{ id: string } | undefined> {
  return reader
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}
