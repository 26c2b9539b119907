import { sql } from 'kysely'
import { isLive } from '../../platform/database/live-documents.ts'
import type { DocumentType } from '../../../shared/document-types.ts'
import type { TextState } from '../../../shared/documents.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'

export interface ClaimedUpload {
  id: string
  name: string
  size: number
  checksum: string
  type: DocumentType
  text_state: TextState
}

/** Locks a person's complete uploads until the transaction ends. */
export async function lockUploads(
  tx: Tx,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: string },
): Promise<ClaimedUpload[]> {
  const query = tx
    .selectFrom('uploads as u')
    .innerJoin('files as f', 'f.checksum', 'u.checksum')
    .select(['u.id', 'u.name', 'u.size', 'f.checksum', 'f.type', 'f.text_state'])
    .where('u.id', 'in', ids)
    .where('u.user_id', '=', userId)
    .where('u.expires_at', '>', now)
    // A consistent lock order prevents deadlocks.
    .orderBy('u.id')
  return (engineOf(tx) === 'postgres' ? query.forUpdate('u') : query).execute()
}

export async function takeUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('uploads').where('id', 'in', ids).execute()
}

export async function insertDocument(
  tx: Tx,
  row: Omit<Tables['documents'], 'deleted_at' | 'deleted_by_id'>,
): Promise<void> {
  await tx
    .insertInto('documents')
    .values({ ...row, deleted_at: null, deleted_by_id: null })
    .execute()
}

export async function contentOfDocument(reader: Reader, id: string) {
  const row = await reader
    .selectFrom('documents')
    .select(['checksum', 'name', 'size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, size: Number(row.size) }
}

/** Number and total bytes of a request's documents. */
export async function usageOfRequest(reader: Reader, number: number): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await reader
    .selectFrom('documents')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
    .where('request_number', '=', number)
    .where(isLive('documents'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}
