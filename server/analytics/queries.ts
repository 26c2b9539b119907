import { type NotNull, type RawBuilder, sql } from 'kysely'
import { CHANGE_FIELDS } from '../../engine/flow/packed.ts'
import type { PersonName } from '../../shared/users.ts'
import { packedInstant } from '../database/dialect.ts'
import type { Db, Reader } from '../database/db.ts'
import type { Entry } from './snapshot.ts'

/**
 * Rows joined into one text by the database: hundreds of thousands of rows reach the thread as a few texts, where cloning
 * objects would block the event loop for a second.
 */
async function readPacked(db: Db, line: RawBuilder<string>, from: RawBuilder<unknown>): Promise<string> {
  const query = sql<{ packed: string | null }>`select string_agg(line, ${sql.lit('\n')}) as packed
    from (select ${line} as line from ${from}) as lines`
  const [row] = await db.readInWorker(query.compile(db.read))
  return row?.packed ?? ''
}

const joined = (...values: RawBuilder<unknown>[]) => sql<string>`${sql.join(values, sql` || ',' || `)}`

/** Values of `FlowModel.addRequests`. */
function packRequests(db: Db, condition: RawBuilder<unknown>): Promise<string> {
  const at = packedInstant(db.read, sql.ref('r.created_at'))
  const line = joined(
    sql`r.number`,
    sql`r.request_id`,
    sql`r.requester_id`,
    at,
    sql`r.status`,
    sql`r.due_date`,
    sql`coalesce(r.assigned_to_id, '')`,
    sql`r.priority`,
    sql`r.department`,
    sql`coalesce(c.development_type, '')`,
  )
  const rows = sql`requests as r left join classifications as c on c.request_number = r.number
    where ${condition} order by r.number`
  return readPacked(db, line, rows)
}

/** Values of `FlowModel.loadChanges`. */
function packChanges(db: Db, condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<string> {
  const at = packedInstant(db.read, sql.ref('at'))
  const line = joined(sql`request_number`, at, sql`field`, sql`coalesce(old_value, '')`, sql`coalesce(new_value, '')`)
  const fields = sql.join(CHANGE_FIELDS.map((field) => sql.lit(field)))
  const rows = sql`request_history where ${condition} and action in ('updated', 'cancelled') and field in (${fields})
    order by ${order}`
  return readPacked(db, line, rows)
}

/** After the first number, up to and including the second. */
export function requestsBetween(db: Db, after: number, upTo: number): Promise<string> {
  return packRequests(db, sql`r.number > ${after} and r.number <= ${upTo}`)
}

/** After the first id, up to and including the second. */
export function changesBetween(db: Db, after: number, upTo: number): Promise<string> {
  return packChanges(db, sql`id > ${after} and id <= ${upTo}`, sql`id`)
}

/** Requests with all their changes. */
export async function readWhole(db: Db, numbers: readonly number[]): Promise<{ requests: string; changes: string }> {
  const listed = sql.join(numbers.map((number) => sql.lit(number)))
  // Requests last, so that their present values are never older than the changes.
  const changes = await packChanges(db, sql`request_number in (${listed})`, sql`request_number, id`)
  return { requests: await packRequests(db, sql`r.number in (${listed})`), changes }
}

const ENTRY = ['id', 'at', 'request_number as number'] as const

/** The highest request number and history entry. */
export async function newest(db: Db): Promise<{ number: number; entry: Entry | undefined }> {
  const [last, entry] = await Promise.all([
    db.read
      .selectFrom('requests')
      .select((row) => row.fn.max('number').as('number'))
      .executeTakeFirst(),
    db.read.selectFrom('request_history').select(ENTRY).orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  return { number: last?.number ?? 0, entry }
}

export function findEntry(db: Db, id: number): Promise<Entry | undefined> {
  return db.read.selectFrom('request_history').select(ENTRY).where('id', '=', id).executeTakeFirst()
}

export interface MadeSuggestion {
  id: string
  at: string
}

/** When the newest suggestion was made. */
export async function newestSuggestion(db: Db): Promise<string | null> {
  const row = await db.read
    .selectFrom('suggestions')
    .select('created_at as at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Suggestions about requests, made after the given one, oldest first. */
export function suggestionsAfter(db: Db, { at, id }: MadeSuggestion, limit: number) {
  return db.readInWorker(
    db.read
      .selectFrom('suggestions')
      .select(['id', 'created_at as at', 'request_number as number'])
      .where('created_at', '>=', at)
      .where((row) => row.or([row('created_at', '>', at), row('id', '>', id)]))
      .where('request_number', 'is not', null)
      .$narrowType<{ number: NotNull }>()
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .compile(),
    'search',
  )
}

/** History entries after the given one, oldest first. */
export function entriesAfter(db: Db, after: number, limit: number): Promise<Entry[]> {
  return db.readInWorker(
    db.read.selectFrom('request_history').select(ENTRY).where('id', '>', after).orderBy('id').limit(limit).compile(),
    'search',
  )
}

/** All moves of due dates of the requests, including those outside the period, with person and reason. */
export function dueDateMoves(reader: Reader, numbers: readonly number[]) {
  return (
    reader
      .selectFrom('request_history as h')
      .innerJoin('requests as r', 'r.number', 'h.request_number')
      .leftJoin('users as u', 'u.id', 'h.actor_id')
      // Only a change of status has a reason; it also applies to a date moved in the same change.
      .leftJoin('request_history as s', (join) =>
        join
          .onRef('s.request_number', '=', 'h.request_number')
          .onRef('s.version', '=', 'h.version')
          .on('s.field', '=', 'status')
          .on('s.action', '=', 'updated'),
      )
      .select([
        'r.number',
        'r.id',
        'r.request_id as requestId',
        'r.title',
        'r.status',
        'r.requester_id',
        'r.assigned_to_id',
        'h.at',
        'h.old_value as from',
        'h.new_value as to',
        's.reason',
        'u.first_name as firstName',
        'u.last_name as lastName',
      ])
      .where('h.request_number', 'in', numbers)
      .where('h.field', '=', 'dueDate')
      .where('h.action', '=', 'updated')
      .execute()
  )
}

/** The names of some people, by id. */
export async function findNames(reader: Reader, ids: readonly string[]): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
