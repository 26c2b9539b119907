import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DocumentType } from '../../shared/document-types.ts'
import type { Services } from '../services.ts'
import { newContentKey } from '../documents/uploads/pieces.ts'
import { pdfOf } from './sample-files.ts'

type Deps = Pick<Services, 'db' | 'files' | 'clock'>

/** Stores content unless it exists already. @returns its checksum */
export async function buildFile(
  { db, files, clock }: Deps,
  content: Buffer,
  type: DocumentType = 'pdf',
): Promise<string> {
  const checksum = createHash('sha256').update(content).digest('hex')
  const store_key = newContentKey()
  await files.put(store_key, Readable.from([content]), content.length)
  const row = { checksum, store_key, size: content.length, type, stored_at: clock().toISOString() }
  await db.write((tx) =>
    tx
      .insertInto('files')
      .values({ ...row, text_state: 'waiting', text_note: null, pages: null })
      .onConflict((conflict) => conflict.column('checksum').doNothing())
      .execute(),
  )
  return checksum
}

interface Wanted {
  content?: Buffer
  name?: string
  type?: DocumentType
}

/** Stores a document of a request, or of none (null). @returns its id */
export async function buildDocument(
  deps: Deps,
  fields: Wanted & { requestNumber: number | null; uploadedById: string },
): Promise<string> {
  const { content = pdfOf('a document'), name = 'Letter.pdf', type } = fields
  const checksum = await buildFile(deps, content, type)
  const id = randomUUID()
  const row = { id, checksum, name, size: content.length, uploaded_at: deps.clock().toISOString() }
  await deps.db.write((tx) =>
    tx
      .insertInto('documents')
      .values({
        ...row,
        request_number: fields.requestNumber,
        uploaded_by_id: fields.uploadedById,
        deleted_at: null,
        deleted_by_id: null,
      })
      .execute(),
  )
  return id
}

/** A complete upload that waits to be attached. */
export async function buildUpload(deps: Deps, fields: Wanted & { id: string; userId: string }): Promise<void> {
  const { content = pdfOf('a document'), name = 'Letter.pdf', type, id, userId } = fields
  const checksum = await buildFile(deps, content, type)
  const now = deps.clock()
  const row = { id, user_id: userId, name, size: content.length, received: content.length, checksum }
  const expires_at = new Date(now.getTime() + 7 * 86_400_000).toISOString()
  await deps.db.write((tx) =>
    tx
      .insertInto('uploads')
      .values({ ...row, created_at: now.toISOString(), expires_at })
      .execute(),
  )
}
