import { takesDocuments } from '../../shared/request-rules.ts'
import type { DocumentList, NewDocuments, StoredDocument } from '../../shared/documents.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { noteOf } from './extraction/text-note.ts'
import { recordDocument } from '../requests/history/service.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { getRow, lockRequest } from '../requests/service.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { attachUploads, checkRoomFor } from './uploads/attach.ts'
import { nameOfType } from './uploads/file-names.ts'
import { getDocumentRow, mayDelete } from './access.ts'
import type { Deps } from './deps.ts'
import { type DocumentRow, listDocumentRows, markDeleted, unmarkDeleted } from './queries.ts'

/** The documents of a request that the actor may see. */
export async function listDocuments(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
): Promise<DocumentList> {
  const { number } = await getRow(db.read, actor, await settings.policy(), address)
  const rows = await listDocumentRows(db.read, { number })
  return { documents: await Promise.all(rows.map((row) => withNote(db.read, actor, row))) }
}

/**
 * Attaches complete uploads to a request that the actor may see, all or none. A closed request accepts documents, too,
 * such as the acceptance record; a cancelled one is final.
 * @throws AppError `wrong-status`; the errors of `attachUploads`
 */
export async function attachDocuments(
  { db, clock, settings, queue }: Pick<Deps, 'db' | 'clock' | 'settings' | 'queue'>,
  actor: Actor,
  address: string,
  { uploadIds }: NewDocuments,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<DocumentList> {
  requirePermission(actor, 'documents.upload', 'upload documents')
  const policy = await settings.policy()
  // The idempotency key refers to the request's id, whichever form of its address is used.
  const { id } = await getRow(db.read, actor, policy, address)
  return db.write((tx) =>
    idempotency
      .as(() => `POST /requests/${id}/documents`)
      .run(tx, async () => {
        const request = await lockRequest(tx, actor, policy, address)
        if (!takesDocuments(request.status)) {
          throw new AppError('wrong-status', text('This request is cancelled, so nothing can be attached to it.'))
        }
        await attachUploads(tx, { clock, queue, policy }, actor, request, uploadIds)
        const rows = await listDocumentRows(tx, { number: request.number })
        return { documents: rows.map((row) => toStoredDocument(actor, row)) }
      }),
  )
}

export async function getDocument(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  id: string,
): Promise<StoredDocument> {
  const policy = await settings.policy()
  return withNote(db.read, actor, await getDocumentRow(db.read, { clock, policy }, actor, id))
}

/** Deletes a document; it can be restored for a week. Idempotent. */
export async function deleteDocument(deps: ChangingDeps, actor: Actor, id: string): Promise<StoredDocument> {
  return change(deps, actor, id, 'document-removed', (tx, at) => markDeleted(tx, { id, at, byId: actor.id }))
}

/** Restores a deleted document. Idempotent. */
export async function restoreDocument(deps: ChangingDeps, actor: Actor, id: string): Promise<StoredDocument> {
  const { documents: rules } = await deps.settings.policy()
  return change(deps, actor, id, 'document-restored', async (tx, _at, row) => {
    if (row.deleted_at === null) return false
    if (row.request_number !== null) {
      await checkRoomFor(tx, row.request_number, { count: 1, bytes: row.size }, rules.perRequestMegabytes)
    }
    return unmarkDeleted(tx, id)
  })
}

type ChangingDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

const AUDITED = { 'document-removed': 'document.removed', 'document-restored': 'document.restored' } as const

/** Changes a document under the lock of its request, with an entry in the history and the audit log. */
async function change(
  { db, clock, settings }: ChangingDeps,
  actor: Actor,
  id: string,
  action: keyof typeof AUDITED,
  work: (tx: Tx, at: string, row: DocumentRow) => Promise<boolean>,
): Promise<StoredDocument> {
  const policy = await settings.policy()
  return db.write(async (tx) => {
    const document = await getDocumentRow(tx, { clock, policy }, actor, id)
    const request = document.request_key === null ? null : await lockRequest(tx, actor, policy, document.request_key)
    // Re-read under the lock of the request.
    const row = await getDocumentRow(tx, { clock, policy }, actor, id)
    if (!mayDelete(actor, row)) {
      throw new AppError(
        'not-allowed',
        text('Only the person who uploaded a document, or a manager, can delete or restore it.'),
      )
    }
    const at = clock().toISOString()
    if (await work(tx, at, row)) {
      if (request) {
        const event = { request_number: request.number, at, actor_id: actor.id, version: request.version }
        await recordDocument(tx, event, action, row.name)
      }
      await record(tx, clock, {
        actorId: actor.id,
        action: AUDITED[action],
        ...(request ? { targetType: 'request', targetId: request.id } : { targetType: 'document', targetId: id }),
        details: { ...(request && { requestId: request.request_id }), documentId: id, name: row.name },
      })
    }
    return toStoredDocument(actor, await getDocumentRow(tx, { clock, policy }, actor, id))
  })
}

async function withNote(reader: Reader, actor: Actor, row: DocumentRow): Promise<StoredDocument> {
  return toStoredDocument(actor, { ...row, text_note: await noteOf(reader, row) })
}

function toStoredDocument(actor: Actor, row: DocumentRow): StoredDocument {
  const { id, name, type, size, checksum, first, last } = row
  return {
    id,
    requestId: row.request_key,
    // Names stored by earlier versions may have another extension.
    name: nameOfType(name, type),
    type,
    size,
    checksum,
    uploadedAt: row.uploaded_at,
    uploadedBy: first === null || last === null ? null : { firstName: first, lastName: last },
    text: { state: row.text_state, pages: row.pages, note: row.text_note },
    canDelete: mayDelete(actor, row),
    deletedAt: row.deleted_at,
  }
}
