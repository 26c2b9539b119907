import { sql } from 'kysely'
import { isLive } from '../../platform/database/live-documents.ts'
import type { DocumentType } from '../../../shared/document-types.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type UploadRow = Tables['uploads'] & { type: DocumentType | null }

/** A person's own upload that has not expired. */
export const findUpload = prepared<{ id: string; user_id: string; now: string }, UploadRow>((db, param) =>
  db
    .selectFrom('uploads as u')
    .leftJoin('files as f', 'f.checksum', 'u.checksum')
    .selectAll('u')
    .select('f.type')
    .where('u.id', '=', param.id)
    .where('u.user_id', '=', param.user_id)
    .where('u.expires_at', '>', param.now),
)

export async function insertUpload(tx: Tx, row: Tables['uploads']): Promise<void> {
  await tx.insertInto('uploads').values(row).execute()
}

/** A person's number of uploads, complete or not, and the bytes of these and of their documents. */
export async function usageOf(
  reader: Reader,
  userId: string,
  now: string,
): Promise<{ uploads: number; bytes: number }> {
  const open = await reader
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const stored = await reader
    .selectFrom('documents')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .where('uploaded_by_id', '=', userId)
    .where(isLive('documents'))
    .executeTakeFirstOrThrow()
  return { uploads: Number(open.count), bytes: Number(open.bytes) + Number(stored.bytes) }
}

interface Advance {
  id: string
  from: number
  to: number
}

/** @returns no row if the upload was removed, or its offset has moved */
export const advanceUpload = prepared<Advance, { id: string }>((db, param) =>
  db
    .updateTable('uploads')
    .set({ received: param.to })
    .where('id', '=', param.id)
    .where('received', '=', param.from)
    .where('checksum', 'is', null)
    .returning('id'),
)

export const completeUpload = prepared<Advance & { checksum: string }, { id: string }>((db, param) =>
  db
    .updateTable('uploads')
    .set({ received: param.to, checksum: param.checksum })
    .where('id', '=', param.id)
    .where('received', '=', param.from)
    .where('checksum', 'is', null)
    .returning('id'),
)

/**
 * A row that is there already is locked until the commit, or the sweep could remove it as an orphan in between.
 * @returns false if the same content was already stored
 */
export async function insertFile(tx: Tx, row: Tables['files']): Promise<boolean> {
  const { store_key } = await tx
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('checksum').doUpdateSet({ store_key: sql.ref('files.store_key') }))
    .returning('store_key')
    .executeTakeFirstOrThrow()
  return store_key === row.store_key
}

/** @returns false if there was none */
export async function deleteUpload(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
