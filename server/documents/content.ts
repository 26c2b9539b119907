import type { Readable } from 'node:stream'
import { DOCUMENT_TYPES } from '../../shared/document-types.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { type ByteRange, FileMissing } from '../platform/files/file-store.ts'
import { nameOfType } from './uploads/file-names.ts'
import { getDocumentRow } from './access.ts'
import type { Deps } from './deps.ts'

/** What is needed to send a document's content. */
export interface ContentFacts {
  name: string
  mediaType: string
  size: number
  etag: string
  /** opens the content, or a byte range of it */
  open(range?: ByteRange): Promise<Readable>
}

/** The content of a document that the actor may see and that is not deleted. */
export async function findContent(
  { db, clock, settings, files }: Pick<Deps, 'db' | 'clock' | 'settings' | 'files'>,
  actor: Actor,
  id: string,
): Promise<ContentFacts> {
  const policy = await settings.policy()
  const row = await getDocumentRow(db.read, { clock, policy }, actor, id)
  if (row.deleted_at !== null) throw new AppError('not-found', text('There is no such document.'))
  return {
    // Names stored by earlier versions may have another extension.
    name: nameOfType(row.name, row.type),
    mediaType: DOCUMENT_TYPES[row.type].mediaType,
    size: row.size,
    etag: `"${row.checksum}"`,
    open: (range) =>
      files.read(row.store_key, range).catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error
        const message = text('The content of this document is missing on the server. Please tell an administrator.')
        throw new AppError('unavailable', message, { cause: error })
      }),
  }
}
