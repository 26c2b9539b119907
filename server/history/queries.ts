import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
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
    reason: hole.reason,
    version: hole.version,
  }),
)

/** The newest entries, or the newest before one, and how long the texts of each are; newest first. */
export const listHistorySizes = prepared<
  { number: number; limit: number; before?: number },
  { id: number; bytes: number },
  'newest' | 'before'
>((db, hole, from) =>
  db
    .selectFrom('request_history')
    .select([
      'id',
      sql<number>`coalesce(octet_length(old_value), 0) + coalesce(octet_length(new_value), 0)
        + coalesce(octet_length(reason), 0)`.as('bytes'),
    ])
    .where('request_number', '=', hole.number)
    .$if(from === 'before', (query) => query.where('id', '<', hole.before as RawBuilder<number>))
    .orderBy('id', 'desc')
    .limit(hole.limit),
)

/** The entries from one id to another, both included, oldest first. */
export const listHistoryRows = prepared<{ number: number; oldest: number; newest: number }, HistoryRow>((db, hole) =>
  db
    .selectFrom('request_history')
    .selectAll()
    .where('request_number', '=', hole.number)
    .where('id', '>=', hole.oldest)
    .where('id', '<=', hole.newest)
    .orderBy('id'),
)

type Change = { at: string } & Record<'first' | 'last', string | null>

/** The newest change of a field, or of the status. Only fields are in its index: comments without end may lie between. */
export const findLastChange = prepared<{ number: number }, Change, 'any' | 'status'>((db, hole, which) =>
  entriesOf(db, hole.number)
    .where('h.action', 'in', [sql.lit('updated' as const), sql.lit('cancelled' as const)])
    .where('h.field', 'is not', null)
    .$if(which === 'status', (query) => query.where('h.field', '=', sql.lit('status')))
    .orderBy('h.id', 'desc'),
)

/** The first entry of all. */
export const findCreation = prepared<{ number: number }, Change>((db, hole) =>
  entriesOf(db, hole.number).orderBy('h.id'),
)

function entriesOf(db: Reader, number: RawBuilder<number>) {
  return db
    .selectFrom('request_history as h')
    .leftJoin('users as u', 'u.id', 'h.actor_id')
    .select(['h.at', 'u.first_name as first', 'u.last_name as last'])
    .where('h.request_number', '=', number)
    .limit(sql.lit(1))
}

export const findLastEntry = prepared<{ number: number }, Pick<HistoryRow, 'action' | 'actor_id'>>((db, hole) =>
  db
    .selectFrom('request_history')
    .select(['action', 'actor_id'])
    .where('request_number', '=', hole.number)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
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
