import { sql } from 'kysely'
import { isLive } from '../platform/database/live-documents.ts'
import type { DocumentType } from '../../shared/document-types.ts'
import type { TextState } from '../../shared/documents.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'

/** A document with its content, its uploader's name and its request. */
export interface DocumentRow {
  id: string
  checksum: string
  name: string
  size: number
  uploaded_by_id: string
  uploaded_at: string
  deleted_at: string | null
  deleted_by_id: string | null
  store_key: string
  type: DocumentType
  text_state: TextState
  text_note: string | null
  pages: number | null
  first: string | null
  last: string | null
  request_number: number | null
  request_key: string | null
  requester_id: string | null
  assigned_to_id: string | null
}

const COLUMNS = [
  'd.id',
  'd.checksum',
  'd.name',
  'd.size',
  'd.uploaded_by_id',
  'd.uploaded_at',
  'd.deleted_at',
  'd.deleted_by_id',
  'f.store_key',
  'f.type',
  'f.text_state',
  'f.text_note',
  'f.pages',
  'u.first_name as first',
  'u.last_name as last',
  'd.request_number',
  'r.id as request_key',
  'r.requester_id',
  'r.assigned_to_id',
] as const

function documents(db: Reader) {
  return db
    .selectFrom('documents as d')
    .innerJoin('files as f', 'f.checksum', 'd.checksum')
    .leftJoin('users as u', 'u.id', 'd.uploaded_by_id')
    .leftJoin('requests as r', 'r.number', 'd.request_number')
    .select(COLUMNS)
}

export const findDocument = prepared<{ id: string }, DocumentRow>((db, param) =>
  documents(db).where('d.id', '=', param.id).limit(sql.lit(1)),
)

/** Oldest first, without deleted ones. */
export const listDocumentRows = prepared<{ number: number }, DocumentRow>((db, param) =>
  documents(db)
    .where('d.request_number', '=', param.number)
    .where(isLive('d'))
    .orderBy('d.uploaded_at')
    .orderBy('d.id'),
)

interface Deletion {
  id: string
  at: string
  byId: string
}

/** @returns false if it was already deleted */
export async function markDeleted(tx: Tx, { id, at, byId }: Deletion): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ deleted_at: at, deleted_by_id: byId })
    .where('id', '=', id)
    .where(isLive('documents'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if it was not deleted */
export async function unmarkDeleted(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ deleted_at: null, deleted_by_id: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Purges at most `limit` documents deleted before an instant. @returns how many there were */
export async function deleteForGood(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('documents')
    .where('id', 'in', (row) => row.selectFrom('documents').select('id').where('deleted_at', '<=', before).limit(limit))
    // Repeated in the outer query: a document may have been restored concurrently.
    .where('deleted_at', '<=', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
