import { MAX_UNREAD_DOCUMENTS, type NewReadings, type Reading } from '../../shared/document-ai.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { orderedId } from '../platform/database/ordered-id.ts'
import { type AppError, tooManyCalls } from '../platform/errors.ts'
import { retryText } from '../documents/extraction/jobs.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { visibleTo } from '../requests/visibility.ts'
import { attachUploads } from '../documents/uploads/attach.ts'
import { checkDocument, mayReadDocuments } from './access.ts'
import type { Deps } from './deps.ts'
import { scheduleReading } from './jobs.ts'
import { countUnread, findReadings, insertReading, restartReading } from './reading-queries.ts'
import { toReadings } from './service.ts'

/**
 * Starts reading uploaded files, or a document that is attached to a request. A document is read once; only a failed
 * reading is restarted.
 * @throws AppError `not-found` for files of others, and for documents of requests that the actor may not see
 */
export async function startReadings(
  deps: Deps,
  actor: Actor,
  call: NewReadings,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Reading[]> {
  mayReadDocuments(actor)
  const { db, clock, queue, settings } = deps
  const policy = await settings.policy()
  const scope = visibleTo(actor, policy)
  const ids = await db.write((tx) =>
    idempotency.run(tx, async () => {
      const documentIds = call.uploadIds
        ? await attachUploads(tx, { clock, queue, policy }, actor, null, call.uploadIds)
        : [await checkDocument(tx, scope, call.documentId!)]
      for (const documentId of documentIds) await askFor(tx, deps, actor, documentId)
      if ((await countUnread(tx, actor.id)) > MAX_UNREAD_DOCUMENTS) throw tooManyWaiting()
      return documentIds
    }),
  )
  return toReadings(db.read, await findReadings(db.read, scope, { documentIds: ids }))
}

async function askFor(tx: Tx, { clock, queue }: Deps, actor: Actor, documentId: string): Promise<void> {
  const id = orderedId(clock())
  const isNew = await insertReading(tx, {
    id,
    document_id: documentId,
    asked_by_id: actor.id,
    asked_at: clock().toISOString(),
    state: 'waiting',
    ended_at: null,
    note: null,
    engine: null,
    result: null,
  })
  const personId = isNew ? actor.id : await restartReading(tx, documentId)
  if (personId !== undefined) await scheduleReading(tx, queue, personId)
  if (personId !== undefined && !isNew) await retryText(tx, queue, documentId, personId)
  if (!isNew) return
  await record(tx, clock, {
    actorId: actor.id,
    action: 'ai.document-reading-started',
    targetType: 'document',
    targetId: documentId,
    details: { readingId: id },
  })
}

function tooManyWaiting(): AppError {
  const message = text('{most} of your documents are already waiting to be read. Please wait for some of them.', {
    most: MAX_UNREAD_DOCUMENTS,
  })
  return tooManyCalls(message)
}
