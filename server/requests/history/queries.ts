import { type Insertable, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { PersonName } from '../../../shared/users.ts'
import type { Reader } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type HistoryRow = Selectable<Tables['request_history']>

export const insertHistory = prepared<Insertable<Tables['request_history']>, { id: number }>((db, param) =>
  db
    .insertInto('request_history')
    .values({
      request_number: param.request_number,
      at: param.at,
      actor_id: param.actor_id,
      action: param.action,
      field: param.field,
      old_value: param.old_value,
      new_value: param.new_value,
      reason: param.reason,
      version: param.version,
      comment_id: param.comment_id,
    })
    .returning('id'),
)

/** Sizes of the newest entries, or of the newest before one; newest first. */
export const listHistorySizes = prepared<
  { number: number; internal: 0 | 1; limit: number; before?: number },
  { id: number; bytes: number },
  'newest' | 'before'
>((db, param, from) =>
  db
    .selectFrom('request_history')
    .select([
      'id',
      sql<number>`coalesce(octet_length(old_value), 0) + coalesce(octet_length(new_value), 0)
        + coalesce(octet_length(reason), 0)`.as('bytes'),
    ])
    .where('request_number', '=', param.number)
    .where(isReadable(param.internal))
    .$if(from === 'before', (query) => query.where('id', '<', param.before as RawBuilder<number>))
    .orderBy('id', 'desc')
    .limit(param.limit),
)

/** Leaves out the entries of internal notes unless `internal` is 1. Entries without a comment cost no look-up. */
function isReadable(internal: RawBuilder<0 | 1>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(comment_id is null or exists (select 1 from comments
    where comments.id = comment_id and comments.is_internal <= ${internal}))`
}

/** The entries between two ids, both included, oldest first. */
export const listHistoryRows = prepared<
  { number: number; internal: 0 | 1; oldest: number; newest: number },
  HistoryRow
>((db, param) =>
  db
    .selectFrom('request_history')
    .selectAll()
    .where('request_number', '=', param.number)
    .where(isReadable(param.internal))
    .where('id', '>=', param.oldest)
    .where('id', '<=', param.newest)
    .orderBy('id'),
)

type Change = { at: string } & Record<'first' | 'last', string | null>

/** The newest change of a field, or of the status. Its index only has field changes, so any number of comments is skipped. */
export const findLastChange = prepared<{ number: number }, Change, 'any' | 'status'>((db, param, which) =>
  entriesOf(db, param.number)
    .where('h.action', 'in', [sql.lit('updated' as const), sql.lit('cancelled' as const)])
    .where('h.field', 'is not', null)
    .$if(which === 'status', (query) => query.where('h.field', '=', sql.lit('status')))
    .orderBy('h.id', 'desc'),
)

/** The first entry of a request. */
export const findCreation = prepared<{ number: number }, Change>((db, param) =>
  entriesOf(db, param.number).orderBy('h.id'),
)

function entriesOf(db: Reader, number: RawBuilder<number>) {
  return db
    .selectFrom('request_history as h')
    .leftJoin('users as u', 'u.id', 'h.actor_id')
    .select(['h.at', 'u.first_name as first', 'u.last_name as last'])
    .where('h.request_number', '=', number)
    .limit(sql.lit(1))
}

export const findLastEntry = prepared<{ number: number }, Pick<HistoryRow, 'action' | 'actor_id'>>((db, param) =>
  db
    .selectFrom('request_history')
    .select(['action', 'actor_id'])
    .where('request_number', '=', param.number)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

const findPeople = prepared<Record<string, string>, PersonName & { id: string }, number>((db, param, count) => {
  const ids = Array.from({ length: count }, (_, i) => param[`id${i}`]!)
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
