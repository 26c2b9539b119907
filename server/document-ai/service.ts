import { EngineStamp } from '../../shared/ai.ts'
import {
  MAX_UNREAD_DOCUMENTS,
  type NewReadings,
  type Reading,
  type ReadingDetails,
  type ReadingList,
  ReadingResult,
  type ReadingsQuery,
} from '../../shared/document-ai.ts'
import type { ProposalState } from '../../shared/document-proposals.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../database/db.ts'
import { orderedId } from '../database/ordered-id.ts'
import { type AppError, tooManyCalls } from '../errors.ts'
import { retryText } from '../extraction/jobs.ts'
import { noteOf } from '../extraction/text-note.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { visibleTo } from '../requests/visibility.ts'
import { attachUploads } from '../uploads/attach.ts'
import type { Actor } from '../actor.ts'
import { checkDocument, checkVisible, mayReadDocuments, noSuchReading, scopeOf } from './access.ts'
import type { Deps } from './deps.ts'
import { scheduleReading } from './jobs.ts'
import { likelyRequests } from './like-requests.ts'
import { proposalsOf } from './proposal-queries.ts'
import { toProposals } from './proposals.ts'
import {
  countProposals,
  countReadings,
  countUnread,
  findReadings,
  findResult,
  insertReading,
  pageOfReadings,
  markDocumentDeleted,
  type ReadingRow,
  removeReading,
  restartReading,
} from './reading-queries.ts'

const PAGE = 20
const NOTHING_READ: ReadingResult = { summary: [], facts: [], orders: [] }

/**
 * Starts reading uploaded files, or a document that is attached to a request. A document is read once; only a failed
 * reading is restarted.
 * @throws AppError `not-found` for files of others, and for documents of requests that the actor may not see
 */
export async function startReadings(
  deps: Deps,
  actor: Actor,
  call: NewReadings,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Reading[]> {
  mayReadDocuments(actor)
  const { db, clock, queue, settings } = deps
  const policy = await settings.policy()
  const scope = visibleTo(actor, policy)
  const ids = await db.write((tx) =>
    once.run(tx, async () => {
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
  const message = `${MAX_UNREAD_DOCUMENTS} of your documents are already waiting to be read. Please wait for some of them.`
  return tooManyCalls(message)
}

/** Newest first. */
export async function listReadings(deps: Deps, actor: Actor, query: ReadingsQuery): Promise<ReadingList> {
  mayReadDocuments(actor)
  const { db } = deps
  const scope = await scopeOf(deps, actor)
  const { page = 1, limit = PAGE } = query
  const [rows, total] = await Promise.all([
    pageOfReadings(db.read, scope, { page, limit }),
    countReadings(db.read, scope),
  ])
  return { readings: await toReadings(db.read, rows), total }
}

/** @throws AppError `not-found` when there is none, or its document is attached to a request that the actor may not see */
export async function getReading(deps: Deps, actor: Actor, id: string): Promise<ReadingDetails> {
  mayReadDocuments(actor)
  const { db } = deps
  const scope = await scopeOf(deps, actor)
  await checkVisible(db.read, scope, id)
  const [[reading], proposals, found] = await Promise.all([
    findReadings(db.read, scope, { ids: [id] }).then((rows) => toReadings(db.read, rows)),
    proposalsOf(db.read, id),
    findResult(db.read, id),
  ])
  // It was deleted between the two queries.
  if (!reading) throw noSuchReading()
  const open = proposals.find(({ state }) => state === 'open')
  // Warms up the index of similar requests, as a proposal may be accepted soon.
  if (open) void likelyRequests(deps, open).catch(() => undefined)
  const result = found?.result ? ReadingResult.parse(JSON.parse(found.result)) : NOTHING_READ
  return { ...reading, ...result, proposals: await toProposals(db.read, scope, proposals) }
}

/**
 * Deletes a reading with its proposals; requests created from it stay, with their passages. A document without a request
 * is deleted with it, and can be restored like any other.
 * @throws AppError `not-found` as `getReading` does
 */
export async function deleteReading(deps: Deps, actor: Actor, id: string): Promise<void> {
  mayReadDocuments(actor)
  const { db, clock } = deps
  const scope = await scopeOf(deps, actor)
  await db.write(async (tx) => {
    const { document_id, name, request } = await checkVisible(tx, scope, id)
    if (!(await removeReading(tx, id))) throw noSuchReading()
    const at = clock().toISOString()
    if (request === null) await markDocumentDeleted(tx, { id: document_id, at, byId: actor.id })
    await record(tx, clock, {
      actorId: actor.id,
      action: 'ai.document-reading-deleted',
      targetType: 'document',
      targetId: document_id,
      details: { readingId: id, name },
    })
  })
}

const isTextRead = ({ state, text_state }: ReadingRow) => state !== 'waiting' || text_state !== 'waiting'

async function toReadings(reader: Reader, rows: ReadingRow[]): Promise<Reading[]> {
  if (rows.length === 0) return []
  const counted = await countProposals(
    reader,
    rows.map(({ id }) => id),
  )
  const countIn = (id: string, state: ProposalState) =>
    Number(counted.find((row) => row.reading_id === id && row.state === state)?.count ?? 0)
  const notes = await Promise.all(rows.map(async (row) => (isTextRead(row) ? row.note : noteOf(reader, row))))
  return rows.map((row, i) => ({
    id: row.id,
    document: {
      id: row.document_id,
      name: row.name,
      type: row.type,
      size: Number(row.size),
      pages: row.pages,
      textState: row.text_state,
      request: row.request === null ? null : { id: row.request, requestId: row.request_id! },
    },
    askedAt: row.asked_at,
    askedBy: row.first === null ? null : { firstName: row.first, lastName: row.last! },
    state: row.state,
    note: notes[i] ?? null,
    engine: row.engine === null ? null : EngineStamp.parse(JSON.parse(row.engine)),
    counts: {
      open: countIn(row.id, 'open'),
      accepted: countIn(row.id, 'accepted'),
      refused: countIn(row.id, 'refused'),
    },
  }))
}
