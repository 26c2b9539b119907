import type { Reader } from '../../platform/database/db.ts'
import type { HistoryPosition } from './position.ts'

/** Entries that a position does not have yet, oldest first, with what decides who sees them now. */
export function entriesMissing(reader: Reader, { newest, first, gaps }: HistoryPosition, limit: number) {
  return (
    reader
      .selectFrom('request_history as h')
      .innerJoin('requests as r', 'r.number', 'h.request_number')
      .leftJoin('comments as c', 'c.id', 'h.comment_id')
      .select(['h.id', 'h.at', 'h.action', 'h.field', 'h.old_value', 'h.version', 'h.comment_id'])
      .select(['r.id as request', 'r.request_id', 'r.requester_id', 'r.assigned_to_id', 'c.is_internal'])
      // The lowest id bounds the scan, whatever the planner makes of the alternatives.
      .where('h.id', '>=', first)
      .where((row) =>
        row.or([
          row('h.id', '>', newest),
          ...gaps.map(({ from, to }) => row.and([row('h.id', '>=', from), row('h.id', '<=', to)])),
        ]),
      )
      .orderBy('h.id')
      .limit(limit)
      .execute()
  )
}

export type MissingEntry = Awaited<ReturnType<typeof entriesMissing>>[number]

/** The newest entries, oldest first. */
export async function newestEntries(reader: Reader, limit: number): Promise<{ id: number; at: string }[]> {
  const rows = await reader
    .selectFrom('request_history')
    .select(['id', 'at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

export async function instantOfEntry(reader: Reader, id: number): Promise<string | undefined> {
  return (await reader.selectFrom('request_history').select('at').where('id', '=', id).executeTakeFirst())?.at
}
