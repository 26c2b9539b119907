import { deletedBefore } from '../../shared/retention.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { type DocumentRow, findDocument } from './queries.ts'
import { text } from '../../shared/texts/say.ts'

/** A person's own documents, and all documents with the permission. */
export function mayDelete(actor: Actor, row: Pick<DocumentRow, 'uploaded_by_id'>): boolean {
  return actor.permissions.has('documents.delete') || row.uploaded_by_id === actor.id
}

/**
 * A document that the actor may see: via its request; without a request, as its uploader or with Document AI. A deleted
 * document is only found by people who may still restore it.
 * @throws AppError `not-found` in every other case, so that they cannot be told apart
 */
export async function getDocumentRow(
  reader: Reader,
  { clock, policy }: { clock: () => Date; policy: Policy },
  actor: Actor,
  id: string,
): Promise<DocumentRow> {
  const [row] = await findDocument(reader, { id })
  if (row && isSeen(actor, policy, row) && (row.deleted_at === null || canRestore(actor, row, clock()))) return row
  throw new AppError('not-found', text('There is no such document.'))
}

function isSeen(actor: Actor, policy: Policy, { requester_id, assigned_to_id, uploaded_by_id }: DocumentRow): boolean {
  if (requester_id === null) return uploaded_by_id === actor.id || actor.permissions.has('ai.documents')
  return isVisible(visibleTo(actor, policy), { requester_id, assigned_to_id })
}

function canRestore(actor: Actor, row: DocumentRow, now: Date): boolean {
  return mayDelete(actor, row) && row.deleted_at !== null && row.deleted_at > oldestRestorable(now)
}

/** Deletions before this instant are final. */
export function oldestRestorable(now: Date): string {
  return deletedBefore('deletedDocuments', now)
}
