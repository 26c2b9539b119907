import type { Insertable } from 'kysely'
import { LINKS_PER_PAGE, type LeftOutReason, NAMES_SHOWN } from '../../../shared/people-changes.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { Tables } from '../../platform/database/tables.ts'

const CHUNK = 500

export async function insertChange(tx: Tx, change: Tables['people_changes'], ids: string[]): Promise<void> {
  await tx.insertInto('people_changes').values(change).execute()
  for (let from = 0; from < ids.length; from += CHUNK) {
    const rows: Insertable<Tables['people_change_items']>[] = ids.slice(from, from + CHUNK).map((person_id, i) => ({
      change_id: change.id,
      place: from + i,
      person_id,
    }))
    await tx.insertInto('people_change_items').values(rows).execute()
  }
}

export function findChange(reader: Reader, id: string) {
  return reader.selectFrom('people_changes').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasRunning(tx: Tx, personId: string): Promise<boolean> {
  const running = tx.selectFrom('people_changes').select('id').where('created_by_id', '=', personId)
  return (await running.where('ended_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** The next person who has not been reached; none once the change was stopped. */
export function nextItem(reader: Reader, changeId: string, after: number) {
  return reader
    .selectFrom('people_change_items')
    .innerJoin('people_changes', 'people_changes.id', 'change_id')
    .select(['place', 'person_id'])
    .where('change_id', '=', changeId)
    .where('ended_at', 'is', null)
    .where('place', '>', after)
    .where('done_at', 'is', null)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
}

type Outcome = Pick<Tables['people_change_items'], 'done_at' | 'left_out' | 'link_id'>

/** @returns false when the person has been reached already */
export async function storeOutcome(tx: Tx, changeId: string, place: number, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('people_change_items')
    .set(outcome)
    .where('change_id', '=', changeId)
    .where('place', '=', place)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when it had ended already */
export async function endChange(tx: Tx, id: string, at: string): Promise<boolean> {
  const ended = await tx
    .updateTable('people_changes')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('created_by_id')
    .executeTakeFirst()
  if (ended) tellPages(tx, { kind: 'people-changes', personId: ended.created_by_id })
  return ended !== undefined
}

/** Numbers of people by outcome, of those reached. */
export function countOutcomes(reader: Reader, changeId: string) {
  return reader
    .selectFrom('people_change_items')
    .select((row) => ['left_out', row.fn.countAll<number>().as('people')])
    .where('change_id', '=', changeId)
    .where('done_at', 'is not', null)
    .groupBy('left_out')
    .orderBy('left_out')
    .execute()
}

export function firstLeftOut(reader: Reader, changeId: string, reason: LeftOutReason) {
  return reader
    .selectFrom('people_change_items as item')
    .innerJoin('users', 'users.id', 'item.person_id')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('change_id', '=', changeId)
    .where('left_out', '=', reason)
    .orderBy('place')
    .limit(NAMES_SHOWN)
    .execute()
}

/** The links of a change that can still be used, of people in these roles. */
export function usableLinks(reader: Reader, changeId: string, now: string, roles: string[], page: number) {
  if (roles.length === 0) return Promise.resolve([])
  return (
    reader
      .selectFrom('people_change_items as item')
      .innerJoin('account_links as link', 'link.id', 'item.link_id')
      .innerJoin('users', 'users.id', 'link.user_id')
      .leftJoin('mails', (join) => join.onRef('mails.id', '=', 'link.id').on('mails.state', '=', 'sent'))
      .select('mails.address as mailedTo')
      .select(['first_name as firstName', 'last_name as lastName', 'username', 'email'])
      .select(['link.id', 'link.kind', 'link.expires_at as expiresAt'])
      .where('change_id', '=', changeId)
      // Pages by place: they stay the same while links are used.
      .where('place', '>=', (page - 1) * LINKS_PER_PAGE)
      .where('place', '<', page * LINKS_PER_PAGE)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .where('link.expires_at', '>', now)
      .where('role_id', 'in', roles)
      .orderBy('place')
      .execute()
  )
}
