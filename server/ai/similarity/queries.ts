import type { Reader } from '../../platform/database/db.ts'

/** Ids of the newest requests that a person asked for or works on. */
export async function idsOf(reader: Reader, personId: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('requests')
    .select('id')
    .where((row) => row.or([row('requester_id', '=', personId), row('assigned_to_id', '=', personId)]))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function requestsNamed(reader: Reader, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('requests')
    .select(['id', 'request_id', 'title', 'status', 'requester_id', 'assigned_to_id'])
    .where('id', 'in', ids)
    .execute()
}
