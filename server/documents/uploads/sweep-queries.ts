import { type Expression, sql, type SqlBool } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'

/** Deletes at most `limit` expired uploads. @returns their ids */
export async function deleteExpiredUploads(tx: Tx, now: string, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('uploads')
    .where('id', 'in', (row) => row.selectFrom('uploads').select('id').where('expires_at', '<=', now).limit(limit))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Unreferenced files, from a checksum on. */
export async function findOrphans(reader: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('files')
    .select('checksum')
    .where('checksum', '>', after)
    .where(isUnused(sql.ref('files.checksum')))
    .orderBy('checksum')
    .limit(limit)
    .execute()
  return rows.map(({ checksum }) => checksum)
}

/**
 * Deletes a file's row if it is still unreferenced: a transaction that attaches the same content holds a lock on the row,
 * and the condition is checked again after the lock.
 * @returns the key of the content in the store
 */
export async function deleteOrphan(tx: Tx, checksum: string): Promise<string | undefined> {
  await forUpdate(tx, tx.selectFrom('files').select('checksum').where('checksum', '=', checksum)).execute()
  const row = await tx
    .deleteFrom('files')
    .where('checksum', '=', checksum)
    .where(isUnused(sql.ref('files.checksum')))
    .returning('store_key')
    .executeTakeFirst()
  return row?.store_key
}

function isUnused(checksum: Expression<unknown>) {
  return sql<SqlBool>`not exists (select 1 from documents d where d.checksum = ${checksum})
    and not exists (select 1 from uploads u where u.checksum = ${checksum})`
}

export async function knownKeys(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const rows = await reader.selectFrom('files').select('store_key').where('store_key', 'in', keys).execute()
  return new Set(rows.map(({ store_key }) => store_key))
}

/** Uploads that are still incomplete. */
export async function openUploads(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('checksum', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
