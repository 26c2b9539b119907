import type { Insertable, Selectable } from 'kysely'
import type { PersonName } from '../../shared/users.ts'
import type { Reader } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

export type HistoryRow = Selectable<Tables['request_history']>

export const insertHistory = prepared<Insertable<Tables['request_history']>, Record<string, never>>((db, hole) =>
  db.insertInto('request_history').values({
    request_number: hole.request_number,
    at: hole.at,
    actor_id: hole.actor_id,
    action: hole.action,
    field: hole.field,
    old_value: hole.old_value,
    new_value: hole.new_value,
    version: hole.version,
  }),
)

/** Oldest first. */
export const listHistoryRows = prepared<{ number: number }, HistoryRow>((db, hole) =>
  db.selectFrom('request_history').selectAll().where('request_number', '=', hole.number).orderBy('id'),
)

export const findLastChange = prepared<{ number: number }, { at: string } & Record<'first' | 'last', string | null>>(
  (db, hole) =>
    db
      .selectFrom('request_history as h')
      .leftJoin('users as u', 'u.id', 'h.actor_id')
      .select(['h.at', 'u.first_name as first', 'u.last_name as last'])
      .where('h.request_number', '=', hole.number)
      .where('h.action', '<>', 'commented')
      .orderBy('h.id', 'desc')
      .limit(1),
)

const findPeople = prepared<Record<string, string>, PersonName & { id: string }, number>((db, hole, count) => {
  const ids = Array.from({ length: count }, (_, i) => hole[`id${i}`]!)
  return db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', ids)
})

export async function namesOf(reader: Reader, ids: string[]): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map()
  const named = Object.fromEntries(ids.map((id, i) => [`id${i}`, id]))
  const rows = await findPeople(reader, named, ids.length)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
