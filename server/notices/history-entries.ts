import type { Reader } from '../platform/database/db.ts'

/** Entries that anybody may be notified of. */
export function notifiableEntries(db: Reader) {
  return db
    .selectFrom('request_history as h')
    .select(['h.id', 'h.request_number', 'h.at', 'h.actor_id', 'h.action', 'h.field'])
    .select(['h.old_value', 'h.new_value', 'h.version'])
    .where((row) =>
      row.or([
        row('h.action', 'in', ['created', 'commented', 'comment-edited', 'cancelled', 'decided']),
        row.and([row('h.action', '=', 'updated'), row('h.field', 'in', ['status', 'assignedTo'])]),
      ]),
    )
    .orderBy('h.id')
}

export async function newestEntry(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('request_history')
    .select((each) => each.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
