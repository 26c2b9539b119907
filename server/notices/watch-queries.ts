import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isVisible } from '../requests/visibility.ts'
import { parsePermissions } from '../people/roles/permissions.ts'

/** Watchers shown of one request. */
const MAX_WATCHERS = 200

/** The newest entry of a request's history; its row must be locked, so that no other is written meanwhile. */
export async function newestEntryOf(tx: Tx, number: number): Promise<number> {
  const row = await tx
    .selectFrom('request_history')
    .select((each) => each.fn.max('id').as('id'))
    .where('request_number', '=', number)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function storeChoice(tx: Tx, choice: Insertable<Tables['request_watches']>): Promise<void> {
  await tx
    .insertInto('request_watches')
    .values(choice)
    .onConflict((conflict) =>
      conflict
        .columns(['request_number', 'person_id', 'after_id'])
        .doUpdateSet({ watches: choice.watches, at: choice.at }),
    )
    .execute()
}

/** Deletes a person's choices about a request that a newer one replaced before an instant. */
export async function dropOldChoices(tx: Tx, number: number, personId: string, before: string): Promise<void> {
  await tx
    .deleteFrom('request_watches')
    .where('request_number', '=', number)
    .where('person_id', '=', personId)
    .where('at', '<', before)
    .where(
      sql<SqlBool>`exists (select 1 from request_watches as newer where newer.request_number = request_watches.request_number
        and newer.person_id = request_watches.person_id and newer.after_id > request_watches.after_id
        and newer.at < ${before})`,
    )
    .execute()
}

interface Wanted {
  /** People see only their own requests: who no longer sees this one is not notified of it. */
  isOwnOnly: boolean
  /** Otherwise who has only written internal notes is left out. */
  withInternal: boolean
}

export async function listWatchers(reader: Reader, number: number, { isOwnOnly, withInternal }: Wanted) {
  const rows = await reader
    .selectFrom('users as u')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .innerJoin('requests as r', 'r.number', sql<number>`${number}` as never)
    .select(['u.id', 'u.first_name as first', 'u.last_name as last', 'o.permissions'])
    .select(['r.requester_id', 'r.assigned_to_id'])
    .where('u.deactivated_at', 'is', null)
    .where(watching(number, withInternal))
    .orderBy('u.name_key')
    .orderBy('u.id')
    .limit(MAX_WATCHERS)
    .execute()
  if (!isOwnOnly) return rows
  return rows.filter(
    (row) => parsePermissions(row.permissions).includes('requests.viewAll') || isVisible({ ownOf: row.id }, row),
  )
}

/** Requester, assignee, commenters and those who chose to; without those who chose not to and were not assigned since. */
function watching(number: number, withInternal: boolean) {
  const newest = sql`(select w.watches from request_watches as w where w.request_number = ${number}
    and w.person_id = u.id order by w.after_id desc limit 1)`
  const assignedSince = sql`exists (select 1 from request_history as h where h.request_number = ${number}
    and h.field = 'assignedTo' and h.new_value = u.id and h.id > (select max(w.after_id) from request_watches as w
      where w.request_number = ${number} and w.person_id = u.id))`
  return sql<SqlBool>`u.id in (
      select requester_id from requests where number = ${number}
      union select assigned_to_id from requests where number = ${number}
      union select author_id from comments where request_number = ${number} and is_internal <= ${withInternal ? 1 : 0}
      union select person_id from request_watches where request_number = ${number} and watches = 1)
    and (coalesce(${newest}, 1) = 1 or ${assignedSince})`
}

/** Whether this is stored already. */
export async function hasChoice(
  reader: Reader,
  choice: { request_number: number; person_id: string; after_id: number; watches: 0 | 1 },
): Promise<boolean> {
  const row = await reader
    .selectFrom('request_watches')
    .select('watches')
    .where('request_number', '=', choice.request_number)
    .where('person_id', '=', choice.person_id)
    .where('after_id', '=', choice.after_id)
    .where('watches', '=', choice.watches)
    .executeTakeFirst()
  return row !== undefined
}
