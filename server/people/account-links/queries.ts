import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type LinkRow = Selectable<Tables['account_links']>

export function findLink(reader: Reader, hash: string): Promise<LinkRow | undefined> {
  return reader.selectFrom('account_links').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

export function findLinkById(reader: Reader, id: string): Promise<LinkRow | undefined> {
  return reader.selectFrom('account_links').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the row: of two concurrent uses, the second waits for the first. */
export function lockLink(tx: Tx, hash: string): Promise<LinkRow | undefined> {
  const link = tx.selectFrom('account_links').selectAll().where('token_hash', '=', hash)
  return forUpdate(tx, link).executeTakeFirst()
}

export async function insertLink(tx: Tx, row: LinkRow): Promise<void> {
  await tx.insertInto('account_links').values(row).execute()
}

export async function markUsed(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('account_links').set({ used_at: at }).where('id', '=', id).execute()
}

export async function deleteLinksExpiredBefore(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('account_links').where('expires_at', '<', before).execute()
}

/** The link's person: what decides whether the link is valid, and what the password is checked against. */
export function findOwner(reader: Reader, id: string) {
  return reader
    .selectFrom('users')
    .select([
      'id',
      'username',
      'username_key',
      'first_name',
      'last_name',
      'email',
      'deactivated_at',
      'activated_at',
      'is_demo',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}
export type LinkOwner = NonNullable<Awaited<ReturnType<typeof findOwner>>>
