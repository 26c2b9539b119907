import type { ProposalState } from '../../shared/document-proposals.ts'
import { EngineStamp } from '../../shared/ai.ts'
import {
  type Reading,
  type ReadingDetails,
  type ReadingList,
  ReadingResult,
  type ReadingsQuery,
} from '../../shared/document-ai.ts'
import { record } from '../audit/service.ts'
import type { Reader } from '../platform/database/db.ts'
import { noteOf } from '../documents/extraction/text-note.ts'
import { stampInWords } from '../ai/language-model/notes.ts'
import { readingNote } from './notes.ts'
import type { Actor } from '../platform/actor.ts'
import { checkVisible, mayReadDocuments, noSuchReading, scopeOf } from './access.ts'
import type { Deps } from './deps.ts'
import { likelyRequests } from './duplicates.ts'
import { proposalsOf } from './proposal-queries.ts'
import { toProposals } from './proposals.ts'
import {
  countProposals,
  countReadings,
  findReadings,
  findResult,
  pageOfReadings,
  markDocumentDeleted,
  type ReadingRow,
  removeReading,
} from './reading-queries.ts'

const PAGE = 20
const NOTHING_READ: ReadingResult = { summary: [], facts: [], orders: [] }

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
  const [[reading], proposals, documents] = await Promise.all([
    findReadings(db.read, scope, { ids: [id] }).then((rows) => toReadings(db.read, rows)),
    proposalsOf(db.read, id),
    findResult(db.read, id),
  ])
  // It was deleted between the two queries.
  if (!reading) throw noSuchReading()
  const open = proposals.find(({ state }) => state === 'open')
  // Warms up the index of similar requests, as a proposal may be accepted soon.
  if (open) void likelyRequests(deps, open).catch(() => undefined)
  const result = documents?.result ? ReadingResult.parse(JSON.parse(documents.result)) : NOTHING_READ
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

export async function toReadings(reader: Reader, rows: ReadingRow[]): Promise<Reading[]> {
  if (rows.length === 0) return []
  const counted = await countProposals(
    reader,
    rows.map(({ id }) => id),
  )
  const countIn = (id: string, state: ProposalState) =>
    Number(counted.find((row) => row.reading_id === id && row.state === state)?.count ?? 0)
  const notes = await Promise.all(
    rows.map(async (row) => (isTextRead(row) ? readingNote(row.note) : noteOf(reader, row))),
  )
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
    engine: row.engine === null ? null : stampInWords(EngineStamp.parse(JSON.parse(row.engine))),
    counts: {
      open: countIn(row.id, 'open'),
      accepted: countIn(row.id, 'accepted'),
      refused: countIn(row.id, 'refused'),
    },
  }))
}
