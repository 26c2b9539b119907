import { hash, randomUUID } from 'node:crypto'
import { Classification, type ClassifyCall, type Suggestion } from '../../shared/ai.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { recordAsked } from '../history/service.ts'
import type { RequestRow } from '../requests/row.ts'
import { getRowForChange } from '../requests/service.ts'
import type { Actor } from '../actor.ts'
import type { Deps, NetworkDeps } from './deps.ts'
import { visibleTo } from '../requests/visibility.ts'
import { mayDecide } from './access.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { getVisibleRow } from '../requests/visible-row.ts'
import type { Draft } from '../engine/ai.ts'
import { withPresentDepartments } from './retired-department.ts'
import { classifyWithModel } from '../language-model/classify.ts'
import { estimateContext } from '../estimates/comparables.ts'
import {
  decisionsAbout,
  findClassification,
  insertSuggestion,
  setClassification,
  setClassifiedAt,
  type SuggestionRow,
} from './queries.ts'

/**
 * Suggests values and a processing time for a draft or a stored request, and stores the suggestion. With `requestId` the
 * stored text is classified, and nothing is stored for those who may not decide about that request.
 */
export async function classifyRequest(deps: NetworkDeps, actor: Actor, call: ClassifyCall): Promise<Suggestion> {
  requirePermission(actor, 'ai.classify', 'have requests classified')
  const { db, clock, ai, languageModel, settings } = deps
  const { departments } = await settings.policy()
  const row = call.requestId === undefined ? undefined : await getVisibleRow(deps, actor, call.requestId)
  const { title, description } = row ?? call
  const draft = { title, description }
  // The context of the estimate is loaded while the text is classified.
  const known = estimateContext(deps, actor, draft, row?.id)
  const local = ai.classify(draft, departments)
  const ownOrNone = local.catch(nullWhenDown)
  const [found, own, context] = await Promise.all([
    classifyWithModel(languageModel, draft, ownOrNone, departments),
    ownOrNone,
    known,
  ])
  // Without any answer the engine's own error is thrown.
  const suggested = found ?? (await local)
  const { priority, developmentType, responsibleDepartment: department } = suggested
  const departmentName = departments.nameOf(department)
  const subject = { id: row?.id, ...draft, priority, department, departmentName, developmentType }
  const processingTime = own && (await ai.estimate(subject, context).catch(nullWhenDown))
  const result = processingTime ? { ...suggested, processingTime } : suggested
  const at = clock().toISOString()
  // A draft's suggestion changes no request, so it gets no history or audit entry; a decision about it does.
  const suggestionId = row
    ? await storeFor(deps, actor, row, result, at)
    : await db.write((tx) => storeSuggestion(tx, result, { ...draft, at, askedById: actor.id, number: null }))
  return { ...result, suggestionId, suggestedAt: at, decided: [] }
}

/** Stores the suggestion for a request. @returns null where the actor may not, or the text has changed meanwhile */
async function storeFor(
  { db, clock, settings }: Deps,
  actor: Actor,
  row: RequestRow,
  result: Classification,
  at: string,
): Promise<string | null> {
  if (!mayDecide(actor, row)) return null
  const policy = await settings.policy()
  return db.write(async (tx) => {
    const { number, title, description, version, ...now } = await getRowForChange(tx, actor, policy, row.id)
    if (title !== row.title || description !== row.description) return null
    const id = await storeSuggestion(tx, result, { title, description, at, askedById: actor.id, number })
    await recordAsked(tx, { request_number: number, at, actor_id: actor.id, version }, 'classified')
    await record(tx, clock, {
      actorId: actor.id,
      action: 'ai.request-classified',
      targetType: 'request',
      targetId: row.id,
      details: { requestId: now.request_id, suggestionId: id },
    })
    return id
  })
}

/** Classifies a stored request in the background. Its version stays: the request itself is unchanged. */
export async function classifyStored(
  { db, clock, ai, settings }: Deps,
  request: { number: number } & Draft,
): Promise<void> {
  const { departments } = await settings.policy()
  const result = await ai.classify({ title: request.title, description: request.description }, departments)
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await storeSuggestion(tx, result, { ...request, at, askedById: null })
  })
}

/** Stores a suggestion, and makes it the classification of the request where there is one. @returns its id */
export async function storeSuggestion(
  tx: Tx,
  result: Classification,
  { at, askedById, number, ...draft }: Draft & { at: string; askedById: string | null; number: number | null },
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
    text_hash: textHash(draft),
  })
  if (number !== null) {
    await setClassification(tx, number, id, result.developmentType)
    await setClassifiedAt(tx, number, at)
  }
  return id
}

/** Hash of the text that a suggestion was made for, so that it never counts for another text. */
export function textHash({ title, description }: Draft): string {
  return hash('sha256', JSON.stringify([title, description]), 'base64url')
}

/**
 * The stored classification of a request; null while it waits for its first. Seeded requests are marked as classified
 * already and are classified lazily here, on the first read.
 */
export async function getClassification(deps: Deps, actor: Actor, address: string): Promise<Suggestion | null> {
  const { db, settings } = deps
  const request = await getVisibleRow(deps, actor, address)
  let row = await findClassification(db.read, request.number)
  if (!row) {
    if (request.classified_at === null) return null
    await classifyStored(deps, request)
    row = await findClassification(db.read, request.number)
  }
  if (!row) return null
  const policy = await settings.policy()
  const found = withPresentDepartments(await suggestionOf(db.read, row), policy.departments)
  // The person who asked may see more requests than this reader.
  return visibleTo(actor, policy) === null ? found : withoutCounts(found)
}

/** Removes the explanation of the processing time, which contains counts of requests. */
function withoutCounts({ processingTime, ...suggestion }: Suggestion): Suggestion {
  if (!processingTime) return suggestion
  const { details: _, ...time } = processingTime
  return { ...suggestion, processingTime: { ...time, factors: [] } }
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

/** Maps an unavailable engine to null; rethrows any other error. */
function nullWhenDown(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}
