import { Classification, type ClassifyCall, type Suggestion } from '../../../shared/ai.ts'
import { record } from '../../audit/service.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAsked } from '../../requests/history/service.ts'
import type { RequestRow } from '../../requests/row.ts'
import { lockRequest } from '../../requests/service.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps, NetworkDeps } from './deps.ts'
import { mayDecide } from './access.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { getVisibleRow } from '../../requests/visible-row.ts'
import { classifyWithModel } from '../language-model/classify.ts'
import { stampInWords } from '../language-model/notes.ts'
import { estimateContext } from '../estimates/comparables.ts'
import { storeSuggestion } from './stored-suggestion.ts'

/**
 * Suggests values and a processing time for a draft or a stored request, and stores the suggestion. With `requestId` the
 * stored text is classified, and nothing is stored for those who may not decide about that request.
 */
export async function classifyRequest(deps: NetworkDeps, actor: Actor, call: ClassifyCall): Promise<Suggestion> {
  requirePermission(actor, 'ai.classify', 'have requests classified')
  const { db, clock, ai, languageModel, settings } = deps
  const policy = await settings.policy()
  const { departments } = policy
  const row = call.requestId === undefined ? undefined : await getVisibleRow(deps, actor, call.requestId)
  const { title, description } = row ?? call
  const draft = { title, description }
  // The context of the estimate is loaded while the text is classified.
  const known = estimateContext(deps, visibleTo(actor, policy), draft, row?.id)
  const local = ai.classify(draft, departments)
  const ownOrNone = local.catch(nullWhenDown)
  const [suggestion, own, context] = await Promise.all([
    classifyWithModel(languageModel, draft, ownOrNone, departments),
    ownOrNone,
    known,
  ])
  // Without any answer the engine's own error is thrown.
  const suggested = suggestion ?? (await local)
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
  return { ...result, engine: stampInWords(result.engine), suggestionId, suggestedAt: at, decided: [] }
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
    const { number, title, description, version, ...now } = await lockRequest(tx, actor, policy, row.id)
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

/** Maps an unavailable engine to null; rethrows any other error. */
function nullWhenDown(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}
