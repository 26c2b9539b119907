import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { enqueueExtraction } from '../extraction/jobs.ts'
import { recordDocument } from '../../requests/history/service.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Policy } from '../../settings/service.ts'
import type { AttachingDeps } from './deps.ts'
import {
  contentOfDocument,
  insertDocument,
  lockUploads,
  type ClaimedUpload,
  takeUploads,
  usageOfRequest,
} from './attach-queries.ts'
import { nameOfType } from './file-names.ts'
import { MEGABYTE } from './limits.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { text } from '../../../shared/texts/say.ts'

/** One answer lists all documents of a request. */
const MAX_PER_REQUEST = 500

/** The part of a request needed for attaching. */
export interface AttachingTo {
  number: number
  id: string
  request_id: string
  version: number
}

interface How extends AttachingDeps {
  policy: Pick<Policy, 'documents'>
}

/**
 * Turns a person's complete uploads into documents of a request that the caller has locked, or of none (null) for Document
 * AI. All of them or none: an upload is used once.
 * @returns the documents' ids, in the order of the uploads
 * @throws AppError `bad-input` for an upload that isn't theirs, is incomplete or was used; `quota-reached`
 */
export async function attachUploads(
  tx: Tx,
  { clock, queue, policy }: How,
  actor: Actor,
  request: AttachingTo | null,
  uploadIds: readonly string[],
): Promise<string[]> {
  requirePermission(actor, 'documents.upload', 'upload documents')
  const now = clock()
  const taken = await take(tx, actor, uploadIds, now)
  if (request) await checkQuota(tx, request, taken, policy)
  const ids: string[] = []
  for (const upload of taken) {
    const { checksum, size } = upload
    const name = nameOfType(upload.name, upload.type)
    const row = { id: orderedId(now), checksum, name, size, uploaded_by_id: actor.id, uploaded_at: now.toISOString() }
    await insertDocument(tx, { ...row, request_number: request?.number ?? null })
    // A name, and text that was already extracted, still have to be indexed for this document.
    await enqueueExtraction(tx, queue, checksum, actor.id)
    if (request) await recordDocumentChange(tx, clock, actor, request, row)
    ids.push(row.id)
  }
  return ids
}

/**
 * Attaches the file of a document to another request, which the caller has locked. Its extracted text is shared.
 * @returns the new document's id
 * @throws AppError `quota-reached`
 */
export async function attachSameFile(
  tx: Tx,
  { clock, queue, policy }: How,
  actor: Actor,
  request: AttachingTo,
  documentId: string,
): Promise<string> {
  const now = clock()
  const { checksum, name, size } = await contentOfDocument(tx, documentId)
  await checkRoomFor(tx, request.number, { count: 1, bytes: size }, policy.documents.perRequestMegabytes)
  const row = { id: orderedId(now), checksum, name, size, uploaded_by_id: actor.id, uploaded_at: now.toISOString() }
  await insertDocument(tx, { ...row, request_number: request.number })
  await enqueueExtraction(tx, queue, checksum, actor.id)
  await recordDocumentChange(tx, clock, actor, request, row)
  return row.id
}

/** The uploads in the given order, locked: of two concurrent calls with the same upload, one gets it. */
async function take(tx: Tx, actor: Actor, uploadIds: readonly string[], now: Date): Promise<ClaimedUpload[]> {
  const ids = [...new Set(uploadIds)]
  const uploads = await lockUploads(tx, { ids, userId: actor.id, now: now.toISOString() })
  const taken = ids.map((id, i) => {
    const upload = uploads.find((one) => one.id === id)
    if (upload) return upload
    const message = text('This file has not arrived completely, or is no longer there. Please choose it again.')
    throw fieldError('bad-input', `uploadIds.${i}`, message)
  })
  await takeUploads(tx, ids)
  return taken
}

async function checkQuota(
  tx: Tx,
  { number }: AttachingTo,
  taken: readonly ClaimedUpload[],
  { documents: { perRequestMegabytes } }: Pick<Policy, 'documents'>,
): Promise<void> {
  const added = taken.reduce((sum, { size }) => sum + size, 0)
  await checkRoomFor(tx, number, { count: taken.length, bytes: added }, perRequestMegabytes)
}

/** @throws AppError `quota-reached` if the request cannot hold that many more */
export async function checkRoomFor(
  tx: Tx,
  number: number,
  added: { count: number; bytes: number },
  perRequestMegabytes: number,
): Promise<void> {
  const { count, bytes } = await usageOfRequest(tx, number)
  if (count + added.count > MAX_PER_REQUEST) {
    throw new AppError('quota-reached', text('A request has at most {most} documents.', { most: MAX_PER_REQUEST }))
  }
  if (bytes + added.bytes <= perRequestMegabytes * MEGABYTE) return
  const most = formatNumber(perRequestMegabytes)
  throw new AppError('quota-reached', text('The documents of one request may have {most} MB at most.', { most }))
}

async function recordDocumentChange(
  tx: Tx,
  clock: () => Date,
  actor: Actor,
  request: AttachingTo,
  { id, name, uploaded_at }: { id: string; name: string; uploaded_at: string },
): Promise<void> {
  const event = { request_number: request.number, at: uploaded_at, actor_id: actor.id, version: request.version }
  await recordDocument(tx, event, 'document-added', name)
  await record(tx, clock, {
    actorId: actor.id,
    action: 'document.added',
    targetType: 'request',
    targetId: request.id,
    details: { requestId: request.request_id, documentId: id, name },
  })
}
