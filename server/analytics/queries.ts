import type { NotNull } from 'kysely'
import type { PersonName } from '../../shared/users.ts'
import type { Db, Reader } from '../platform/database/db.ts'
import type { Entry } from './snapshot.ts'

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
      // The reason of a change of status also applies to a date moved in the same change.
      .leftJoin('request_history as s', (join) =>
        join
          .onRef('s.request_number', '=', 'h.request_number')
          .onRef('s.version', '=', 'h.version')
          .on('s.field', '=', 'status')
          .on('s.action', '=', 'updated'),
      )
      .select(({ fn: { coalesce } }) => [
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
        coalesce('h.reason', 's.reason').as('reason'),
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
