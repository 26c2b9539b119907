import { randomUUID } from 'node:crypto'
import { Classification, type ClassifyCall, type Suggestion } from '../../shared/ai.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import type { Actor, Services } from '../services.ts'
import { visibleTo } from '../requests/visibility.ts'
import { getPolicy } from '../settings/service.ts'
import { mayOnly, rowFor } from './access.ts'
import type { Draft } from './ai.ts'
import { comparesRequests } from './analysis.ts'
import { classifyWithModel } from './llm/classify.ts'
import { knownFor } from './similar.ts'
import {
  decisionsAbout,
  findClassification,
  insertSuggestion,
  setClassification,
  setClassifiedAt,
  type SuggestionRow,
} from './queries.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>
/** For what a person waits for: that may be asked over the network. */
type OpenOffice = Office & Pick<Services, 'languageModel'>

/** Suggests values for a draft or a stored request, with a processing time, and stores what was suggested. */
export async function classifyRequest(office: OpenOffice, actor: Actor, call: ClassifyCall): Promise<Suggestion> {
  mayOnly(actor, 'ai.classify', 'have requests classified')
  const { db, clock, ai, languageModel } = office
  const row = call.requestId === undefined ? undefined : await rowFor(office, actor, call.requestId)
  const draft = { title: call.title, description: call.description }
  // What an estimate rests on is looked for while the text is read.
  const known = knownFor(office, actor, draft, row?.id)
  const local = ai.classify(draft)
  const ownOrNone = local.catch(nullWhenDown)
  const [found, own, rests] = await Promise.all([classifyWithModel(languageModel, draft, ownOrNone), ownOrNone, known])
  // Without any answer the engine's own refusal is told.
  const suggested = found ?? (await local)
  const { priority, developmentType, responsibleDepartment: department } = suggested
  const subject = { id: row?.id, ...draft, priority, department, developmentType }
  const processingTime = own && (await ai.estimate(subject, rests).catch(nullWhenDown))
  const result = processingTime ? { ...suggested, processingTime } : suggested
  const at = clock().toISOString()
  const stored = await db.write((tx) =>
    storeSuggestion(tx, result, { at, askedById: actor.id, number: row?.number ?? null }),
  )
  return { ...result, suggestionId: stored, suggestedAt: at, decided: [] }
}

/** Classifies a stored request without anybody asking, and remembers that it was. Its version stays: nobody changed it. */
export async function classifyStored(
  { db, clock, ai }: Office,
  request: { number: number } & Draft,
  finishIn?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const result = await ai.classify({ title: request.title, description: request.description })
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await storeSuggestion(tx, result, { at, askedById: null, number: request.number })
    await finishIn?.(tx)
  })
}

/** Stores a suggestion, as the request's present classification when there is one. @returns its id */
export async function storeSuggestion(
  tx: Tx,
  result: Classification,
  { at, askedById, number }: { at: string; askedById: string | null; number: number | null },
): Promise<string> {
  const id = randomUUID()
  await insertSuggestion(tx, {
    id,
    request_number: number,
    asked_by_id: askedById,
    priority: result.priority,
    development_type: result.developmentType,
    department: result.responsibleDepartment,
    confidence: result.confidence,
    result: JSON.stringify(result),
    engine: result.engine.name,
    engine_version: result.engine.version,
    created_at: at,
  })
  if (number !== null) {
    await setClassification(tx, number, id, result.developmentType)
    await setClassifiedAt(tx, number, at)
  }
  return id
}

/**
 * The stored classification of a request; null while it waits for its first. One that came with the seeds has been called
 * classified since then, and is when somebody first looks.
 */
export async function getClassification(office: Office, actor: Actor, address: string): Promise<Suggestion | null> {
  const { db } = office
  const request = await rowFor(office, actor, address)
  let row = await findClassification(db.read, request.number)
  if (!row) {
    if (request.classified_at === null) return null
    await classifyStored(office, request)
    row = await findClassification(db.read, request.number)
  }
  if (!row) return null
  const found = await suggestionOf(db.read, row)
  // Whoever asked may have seen more requests than this reader.
  return visibleTo(actor, await getPolicy(db)) === null ? found : withoutComparison(found)
}

function withoutComparison({ processingTime, ...suggestion }: Suggestion): Suggestion {
  if (!processingTime) return suggestion
  const factors = processingTime.factors.filter((factor) => !comparesRequests(factor))
  return { ...suggestion, processingTime: { ...processingTime, factors } }
}

async function suggestionOf(reader: Reader, row: SuggestionRow): Promise<Suggestion> {
  return {
    // Written by `storeSuggestion`, maybe by an older version of this program.
    ...Classification.parse(JSON.parse(row.result)),
    suggestionId: row.id,
    suggestedAt: row.created_at,
    decided: await decisionsAbout(reader, row.id),
  }
}

/** What an engine that is down gives: nothing. Any other failure goes on. */
function nullWhenDown(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}
