import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../platform/database/db.ts'
import { engineOf } from '../platform/database/dialect.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Draft } from './store-notices.ts'

type Row = Insertable<Tables['notices']>

/** Rows in one insert. */
const CHUNK = 200

/** The unread notices of the same person and bundle key from an instant on, oldest first. */
export async function findRecent(tx: Tx, like: Row, since: string): Promise<Draft[]> {
  const { person_id, in_app, bundle_key } = like
  const rows = await lockRecent(tx, { person_id, in_app, bundle_key: bundle_key!, since })
  return rows.map((row) => ({
    at: row.at,
    count: row.count,
    row,
    state: 'stored',
    byMail: false,
    requests: row.request_number === null ? [] : [row.request_number],
  }))
}

type Recent = Pick<Tables['notices'], 'person_id' | 'in_app'> & { bundle_key: string; since: string }

const lockRecent = prepared<Recent, Selectable<Tables['notices']>>((db, param) => {
  const recent = db
    .selectFrom('notices')
    .selectAll()
    .where('person_id', '=', param.person_id)
    .where('bundle_key', '=', param.bundle_key)
    .where('in_app', '=', param.in_app)
    .where('at', '>=', param.since)
    .where('read_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
  return engineOf(db) === 'postgres' ? recent.forUpdate() : recent
})

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

export const updateBundle = prepared<Row, Record<string, never>>((db, param) =>
  db
    .updateTable('notices')
    .set({
      at: param.at,
      count: param.count,
      request_number: param.request_number,
      actor_id: param.actor_id,
      history_id: param.history_id,
      comment_id: param.comment_id,
    })
    .where('id', '=', param.id),
)

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
