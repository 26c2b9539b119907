import type { Insertable } from 'kysely'
import type { Tx } from '../database/db.ts'
import { forUpdate } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import type { Draft } from './store-notices.ts'

type Row = Insertable<Tables['notices']>

/** Rows in one insert. */
const CHUNK = 200

/** The unread notices of the same person and bundle key from an instant on, oldest first. */
export async function findRecent(tx: Tx, like: Row, since: string): Promise<Draft[]> {
  const recent = tx
    .selectFrom('notices')
    .selectAll()
    .where('person_id', '=', like.person_id)
    .where('bundle_key', '=', like.bundle_key!)
    .where('in_app', '=', like.in_app)
    .where('at', '>=', since)
    .where('read_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
  const rows = await forUpdate(tx, recent).execute()
  return rows.map((row) => ({
    at: row.at,
    count: row.count,
    row,
    state: 'stored',
    byMail: false,
    requests: row.request_number === null ? [] : [row.request_number],
  }))
}

export async function deleteNotices(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('notices').where('id', 'in', ids).execute()
}

export async function insertNotices(tx: Tx, rows: readonly Row[]): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK) {
    await tx
      .insertInto('notices')
      .values(rows.slice(i, i + CHUNK))
      .execute()
  }
}

export async function updateBundle(tx: Tx, row: Row): Promise<void> {
  const { id, at, count, request_number, actor_id, history_id, comment_id } = row
  await tx
    .updateTable('notices')
    .set({ at, count, request_number, actor_id, history_id, comment_id })
    .where('id', '=', id)
    .execute()
}

export async function insertMembers(tx: Tx, { row, requests }: Draft): Promise<void> {
  for (let i = 0; i < requests.length; i += CHUNK) {
    const members = requests.slice(i, i + CHUNK).map((request_number) => ({ notice_id: row.id, request_number }))
    await tx
      .insertInto('notice_members')
      .values(members)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
