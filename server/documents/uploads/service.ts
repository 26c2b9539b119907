import type { Readable } from 'node:stream'
import { keptUntil } from '../../../shared/retention.ts'
import type { NewUpload, Upload } from '../../../shared/documents.ts'
import type { DocumentSettings } from '../../../shared/document-settings.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { labelOf } from './file-names.ts'
import { finishUpload, joined } from './finish.ts'
import { MEGABYTE } from './limits.ts'
import { pieceKey, putContent, removePieces } from './pieces.ts'
import { advanceUpload, deleteUpload, findUpload, insertUpload, type UploadRow, usageOf } from './queries.ts'
import type { ActiveTransfers } from './active-transfers.ts'
import { wrongOffset } from './wrong-offset.ts'
import { toConnectionError } from './connection-error.ts'

/** Limit per person, including complete uploads that are not attached. */
const MAX_OPEN = 100

/**
 * @param idempotency a retried call with the same key announces no second upload
 * @throws AppError `file-too-large`; `quota-reached` when the person's quota is full or they have too many uploads
 */
export async function announceUpload(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  { name, size }: NewUpload,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Upload> {
  requirePermission(actor, 'documents.upload', 'upload documents')
  const { documents: rules } = await settings.policy()
  checkSize(size, rules)
  const now = clock()
  const row = {
    id: orderedId(now),
    user_id: actor.id,
    name: labelOf(name),
    size,
    received: 0,
    checksum: null,
    created_at: now.toISOString(),
    expires_at: keptUntil('uploads', now),
  }
  return db.write((tx) =>
    idempotency.run(tx, async () => {
      // Serialised, so that two concurrent announcements cannot both use the remaining quota.
      await lockByName(tx, `files of ${actor.id}`)
      const { uploads, bytes } = await usageOf(tx, actor.id, row.created_at)
      if (uploads >= MAX_OPEN) throw tooMany()
      if (bytes + size > rules.perPersonMegabytes * MEGABYTE) throw noRoom(rules.perPersonMegabytes)
      await insertUpload(tx, row)
      return toUpload({ ...row, type: null })
    }),
  )
}

/** @throws AppError `not-found`, also for another person's upload */
export async function getUpload({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, id: string): Promise<Upload> {
  return toUpload(await getOwn({ db, clock }, actor, id))
}

interface Piece {
  offset: number
  /** Content-Length; NaN without one */
  length: number
  bytes: Readable
}

/**
 * Stores the next piece; the last one completes the file and detects its type. A piece only counts once it is stored, so
 * an interrupted upload resumes from `received`.
 * @throws AppError `wrong-offset` with the bytes received; `unsupported-file` and `file-too-large` end the upload
 */
export async function receivePiece(
  deps: Deps & { transfers: ActiveTransfers },
  actor: Actor,
  id: string,
  piece: Piece,
): Promise<Upload> {
  requirePermission(actor, 'documents.upload', 'upload documents')
  const { db, files, transfers } = deps
  const upload = await getOwn(deps, actor, id)
  checkPiece(upload, piece)
  const end = piece.offset + piece.length
  return transfers.run(id, piece.bytes, async () => {
    if (piece.length === upload.size) {
      const whole = (key: string) => putContent(files, key, piece.bytes, upload.size).catch(toConnectionError)
      return toUpload(await finishUpload(deps, upload, 0, whole))
    }
    await files.put(pieceKey(id, piece.offset), piece.bytes, piece.length, true).catch(toConnectionError)
    if (end === upload.size) {
      return toUpload(await finishUpload(deps, upload, piece.offset, joined(deps, upload, piece.offset)))
    }
    const [advanced] = await db.write((tx) => advanceUpload(tx, { id, from: piece.offset, to: end }))
    if (!advanced) throw wrongOffset((await getOwn(deps, actor, id)).received)
    return toUpload({ ...upload, received: end })
  })
}

/** Deletes an upload; repeating it throws `not-found`. */
export async function removeUpload(
  { db, files, transfers }: Pick<Deps, 'db' | 'files'> & { transfers: ActiveTransfers },
  actor: Actor,
  id: string,
): Promise<void> {
  if (!(await db.write((tx) => deleteUpload(tx, id, actor.id)))) throw notFound()
  transfers.stop(id)
  await removePieces(files, id)
}

async function getOwn({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, id: string): Promise<UploadRow> {
  const [row] = await findUpload(db.read, { id, user_id: actor.id, now: clock().toISOString() })
  if (row) return row
  throw notFound()
}

function checkSize(size: number, { largestMegabytes }: DocumentSettings): void {
  if (size <= largestMegabytes * MEGABYTE) return
  throw fieldError(
    'file-too-large',
    'size',
    text('This file is larger than {largestMegabytes} MB.', { largestMegabytes }),
  )
}

function checkPiece({ size, received, checksum }: UploadRow, { offset, length }: Piece): void {
  if (!(length > 0)) throw new AppError('bad-input', text('A piece must say its length, and have one.'))
  if (offset !== received || checksum !== null) throw wrongOffset(received)
  if (offset + length <= size) return
  throw fieldError('bad-input', 'offset', text('The file has more bytes than were announced. Please upload it again.'))
}

function toUpload({ id, name, size, received, type, expires_at }: UploadRow): Upload {
  return { id, name, size, received, type, expiresAt: expires_at }
}

function notFound(): AppError {
  return new AppError('not-found', text('There is no such upload. It may have expired.'))
}

function tooMany(): AppError {
  return new AppError(
    'quota-reached',
    text('{most} of your files are on their way or wait to be attached already.', { most: MAX_OPEN }),
  )
}

function noRoom(megabytes: number): AppError {
  const message = text('Your files would take more than the {megabytes} MB that one person may store.', {
    megabytes: formatNumber(megabytes),
  })
  return new AppError('quota-reached', message)
}
