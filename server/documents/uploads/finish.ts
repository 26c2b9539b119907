import type { DocumentType } from '../../../shared/document-types.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import { WrongSize } from '../../platform/files/exact-size.ts'
import { FileMissing } from '../../platform/files/file-store.ts'
import { Content } from './content.ts'
import type { Deps } from './deps.ts'
import { joinPieces, newContentKey, PieceMissing, removePieces } from './pieces.ts'
import { advanceUpload, completeUpload, deleteUpload, findUpload, insertFile, type UploadRow } from './queries.ts'
import { recognize } from './recognize.ts'
import { wrongOffset } from './wrong-offset.ts'

/** Types without text of their own; their text is only extracted if scans are read. */
const IMAGES: readonly DocumentType[] = ['png', 'jpeg']

/**
 * Completes an upload after its last bytes. Until the transaction commits, the upload is unchanged: a killed process
 * leaves only an unreferenced file, and the client sends the last piece again.
 * @param from offset of the last piece
 * @param store stores the content under a key and returns its checksum
 */
export async function finishUpload(
  deps: Deps,
  upload: UploadRow,
  from: number,
  store: (key: string) => Promise<string>,
): Promise<UploadRow> {
  const { db, clock, files } = deps
  const { id, size } = upload
  const key = newContentKey()
  let isUnused = true
  try {
    const checksum = await store(key)
    const { documents: rules } = await deps.settings.policy()
    const type = await recognize(new Content(files, key, size), rules.types)
    // If the commit is not answered, the row may refer to the content: then only the sweep removes it.
    isUnused = false
    const isNew = await db.write(async (tx) => {
      const file = { checksum, store_key: key, size, type, stored_at: clock().toISOString() }
      const text_state = IMAGES.includes(type) && !rules.readScans ? 'none' : 'waiting'
      const isInserted = await insertFile(tx, { ...file, text_state, text_note: null, pages: null })
      const [completed] = await completeUpload(tx, { id, from, to: size, checksum })
      if (!completed) throw new UploadSuperseded()
      return isInserted
    })
    isUnused = !isNew
    await removePieces(files, id)
    return { ...upload, received: size, checksum, type }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported-file') await throwAway(deps, upload)
    if (error instanceof UploadSuperseded) {
      isUnused = true
      throw await overtaken(deps, upload)
    }
    throw error
  } finally {
    // The same content was already stored, or this one was refused. If the removal fails, the sweep removes it.
    if (isUnused) await files.remove(key).catch(() => undefined)
  }
}

/** The upload was completed or removed concurrently. */
class UploadSuperseded extends Error {}

async function overtaken({ db, clock }: Deps, { id, user_id }: UploadRow): Promise<AppError> {
  const [row] = await findUpload(db.read, { id, user_id, now: clock().toISOString() })
  return row
    ? wrongOffset(row.received)
    : new AppError('not-found', text('There is no such upload. It may have expired.'))
}

async function throwAway({ db, files }: Deps, { id, user_id }: UploadRow): Promise<void> {
  await db.write((tx) => deleteUpload(tx, id, user_id))
  await removePieces(files, id)
}

/** Joins the pieces of an upload under a key. @throws AppError `wrong-offset` if they do not match the recorded size */
export function joined(deps: Deps, upload: UploadRow, from: number): (key: string) => Promise<string> {
  return (key) =>
    joinPieces(deps.files, upload.id, upload.size, key).catch((error: unknown) => startOver(deps, upload, from, error))
}

/** A piece is missing or two calls stored it: the upload resumes after the last contiguous byte. */
async function startOver({ db }: Deps, { id }: UploadRow, from: number, error: unknown): Promise<never> {
  if (error instanceof FileMissing || error instanceof WrongSize) throw wrongOffset(from)
  if (!(error instanceof PieceMissing)) throw error
  await db.write((tx) => advanceUpload(tx, { id, from, to: error.whole }))
  throw wrongOffset(error.whole)
}
