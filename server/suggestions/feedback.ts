import { Classification, type Feedback } from '../../shared/ai.ts'
import type { Departments } from '../../shared/departments.ts'
import { canEdit } from '../../shared/request-rules.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import { AppError, fieldError } from '../errors.ts'
import { recordDecision } from '../history/service.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import type { RequestRow } from '../requests/row.ts'
import { getRowForChange } from '../requests/service.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor } from '../actor.ts'
import type { Deps } from './deps.ts'
import { mayDecide } from './access.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { checkKnown } from '../requests/department.ts'
import { getVisibleRow } from '../requests/visible-row.ts'
import { textHash } from './classification.ts'
import {
  decideType,
  decisionsAbout,
  findSuggestion,
  forgetDecisions,
  idOf,
  isDecidedByOthers,
  linkSuggestion,
  peopleOf,
  setClassification,
  setClassifiedAt,
  storeDecision,
  type SuggestionRow,
} from './queries.ts'
import { scheduleTraining } from '../training/service.ts'

/** What a person decides by applying a suggestion; a decision about the development type is made elsewhere, and stays. */
const APPLIED_FIELDS = ['priority', 'responsibleDepartment'] as const

/**
 * Stores a person's decisions about a suggestion. Does not apply them: the request is created or edited by its own calls.
 * @throws AppError `not-found` for a suggestion about somebody else's draft, or about a request that the actor may not
 *   see; `not-allowed` for those who are neither the requester nor may edit the request
 */
export async function giveFeedback(
  deps: Deps,
  actor: Actor,
  feedback: Feedback,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<void> {
  requirePermission(actor, 'ai.classify', 'judge suggestions')
  const { db, clock, settings } = deps
  const policy = await settings.policy()
  checkDepartments(policy.departments, feedback.decisions)
  const suggestion = await findSuggestion(db.read, feedback.suggestionId)
  if (!suggestion || !(await mayKnow(deps, actor, suggestion))) throw noSuchSuggestion()
  const named = feedback.requestId === undefined ? undefined : await getVisibleRow(deps, actor, feedback.requestId)
  if (named) checkBelongs(actor, suggestion, named)
  const about = suggestion.request_number === null ? named?.id : await idOf(db.read, suggestion.request_number)
  await db.write((tx) =>
    once.run(tx, async () => {
      const row = about === undefined ? null : await getRowForChange(tx, actor, policy, about)
      if (row) await checkMayDecide(tx, actor, row, feedback)
      if (row && suggestion.request_number === null) await becomeClassification(tx, suggestion, row)
      const at = clock().toISOString()
      const decided = await storeAll(
        tx,
        { actor, at, row, departments: policy.departments },
        suggestion,
        feedback.decisions,
      )
      await audit(tx, clock, actor, row, { suggestionId: suggestion.id, decided })
      await scheduleTraining(tx, deps.queue, 0)
    }),
  )
}

function checkDepartments(departments: Departments, decisions: Decision[]): void {
  for (const [at, { field, value }] of decisions.entries()) {
    if (field === 'responsibleDepartment' && value !== undefined)
      checkKnown(departments, value, `decisions.${at}.value`)
  }
}

/** Drafts are visible to their author only, suggestions for a request to those who may see the request. */
async function mayKnow(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  suggestion: SuggestionRow,
): Promise<boolean> {
  if (suggestion.request_number === null) return suggestion.asked_by_id === actor.id
  const request = await peopleOf(db.read, suggestion.request_number)
  return request !== undefined && isVisible(visibleTo(actor, await settings.policy()), request)
}

/** Feedback on a draft is learned with the text of the resulting request: it has to be the actor's own, with the same text. */
function checkBelongs(actor: Actor, { request_number, text_hash }: SuggestionRow, named: RequestRow): void {
  if (request_number === named.number) return
  if (request_number !== null) throw fieldError('bad-input', 'requestId', 'This suggestion belongs to another request.')
  if (named.requester_id !== actor.id || text_hash !== textHash(named)) {
    throw fieldError('bad-input', 'requestId', 'That request was not created from this draft.')
  }
}

/** The requester may decide until an editor of requests has: the editor's decision is the label to learn from. */
async function checkMayDecide(tx: Tx, actor: Actor, row: RequestRow, { decisions }: Feedback): Promise<void> {
  if (!mayDecide(actor, row)) {
    throw new AppError(
      'not-allowed',
      'Only the requester or somebody who can edit requests can decide on this suggestion.',
    )
  }
  if (canEdit(actor)) return
  const fields = decisions.map(({ field }) => field)
  if (await isDecidedByOthers(tx, row.number, actor.id, fields)) {
    throw new AppError('not-allowed', 'Somebody who can edit requests has already decided on this suggestion.')
  }
}

async function becomeClassification(tx: Tx, suggestion: SuggestionRow, { number }: RequestRow): Promise<void> {
  await linkSuggestion(tx, suggestion.id, number)
  await setClassification(tx, number, suggestion.id, suggestion.development_type)
  await setClassifiedAt(tx, number, suggestion.created_at)
}

interface DecisionContext {
  actor: Actor
  at: string
  /** null: a draft that has not become a request */
  row: Pick<RequestRow, 'number' | 'version'> | null
  /** a suggested department that has been retired is shown as its successor */
  departments: Departments
  /** values shown in place of the suggestion's own */
  shown?: ShownValues
}
type ShownValues = Readonly<Record<(typeof APPLIED_FIELDS)[number], string>>
type Decision = Feedback['decisions'][number]

/** Stores the decisions, each with its history entry. @returns those that differ from the stored ones */
async function storeAll(
  tx: Tx,
  { actor, at, row, departments, shown }: DecisionContext,
  suggestion: SuggestionRow,
  decisions: Decision[],
): Promise<Decision[]> {
  const { fields } = Classification.parse(JSON.parse(suggestion.result))
  const before = await decisionsAbout(tx, suggestion.id)
  const number = row?.number ?? null
  const isNew: Decision[] = []
  for (const decision of decisions) {
    const { field, outcome } = decision
    const { value, probability } = opinionShown(fields[field], field === 'developmentType' ? undefined : shown?.[field])
    const suggested = field === 'responsibleDepartment' ? (departments.presentOf(value) ?? value) : value
    const became = outcome === 'accepted' ? suggested : outcome === 'changed' ? decision.value! : null
    await storeDecision(tx, {
      suggestion_id: suggestion.id,
      request_number: number,
      field,
      outcome,
      suggested,
      probability,
      value: became,
      decided_by_id: actor.id,
      decided_at: at,
    })
    if (field === 'developmentType' && number !== null && became !== null) {
      await decideType(tx, number, became as SuggestionRow['development_type'])
    }
    const known = before.find((one) => one.field === field)
    if (known?.outcome === outcome && known.value === became && number === suggestion.request_number) continue
    isNew.push(decision)
    if (!row) continue
    const event = { request_number: row.number, at, actor_id: actor.id, version: row.version }
    await recordDecision(tx, event, { field, suggested, became })
  }
  return isNew
}

/** The value on the screen with the probability that the engine gave it. */
function opinionShown({ value, probability, alternatives }: AnyOpinion, shown = value): Rated {
  if (shown === value) return { value, probability }
  return { value: shown, probability: alternatives.find((other) => other.value === shown)?.probability ?? 0 }
}
interface Rated {
  value: string
  probability: number
}
type AnyOpinion = Rated & { alternatives: Rated[] }

async function audit(
  tx: Tx,
  clock: () => Date,
  actor: Actor,
  row: RequestRow | null,
  { decided, ...details }: { decided: Decision[]; suggestionId: string; batchId?: string },
): Promise<void> {
  if (decided.length === 0) return
  await record(tx, clock, {
    actorId: actor.id,
    action: 'ai.suggestion-decided',
    ...(row && { targetType: 'request', targetId: row.id }),
    details: {
      ...(row && { requestId: row.request_id }),
      ...details,
      decided: decided.map(({ field, outcome, value }) => ({ field, outcome, value })),
    },
  })
}

interface BatchDecision {
  clock: () => Date
  actor: Actor
  row: RequestRow
  batchId: string
  departments: Departments
}

/** Stores a person's decision about a row of a batch as feedback; null removes it. */
export async function decideBatchItem(
  tx: Tx,
  { clock, actor, row, batchId, departments }: BatchDecision,
  suggestionId: string,
  made: { decision: 'accept' | 'correct' | 'skip'; priority?: string; department?: string } | null,
): Promise<void> {
  const suggestion = await findSuggestion(tx, suggestionId)
  if (!suggestion) return
  await forgetDecisions(tx, suggestionId, APPLIED_FIELDS)
  if (!made || made.decision === 'skip') {
    await record(tx, clock, {
      actorId: actor.id,
      action: made ? 'ai.suggestion-skipped' : 'ai.decision-undone',
      targetType: 'request',
      targetId: row.id,
      details: { requestId: row.request_id, suggestionId, batchId },
    })
    return
  }
  const became = { priority: made.priority, responsibleDepartment: made.department }
  const decisions = APPLIED_FIELDS.flatMap((field): Decision[] => {
    const suggested = field === 'priority' ? suggestion.priority : departments.presentOf(suggestion.department)
    const value = made.decision === 'accept' ? suggested : became[field]
    if (value === undefined || value === null) return []
    return value === suggested ? [{ field, outcome: 'accepted' }] : [{ field, outcome: 'changed', value }]
  })
  const decided = await storeAll(tx, { actor, at: clock().toISOString(), row, departments }, suggestion, decisions)
  await audit(tx, clock, actor, row, { suggestionId, batchId, decided })
}

interface DraftDecision {
  clock: () => Date
  actor: Actor
  /** the request created from the draft */
  row: RequestRow
  departments: Departments
  queue: Deps['queue']
  /** by the document's reader, which may differ from the suggestion for the draft */
  shown: ShownValues
}

/**
 * Stores feedback on a document's proposal: the values of the request created from it beside those that were shown,
 * also where the person changed the wording with them.
 */
export async function decideDraft(
  tx: Tx,
  { clock, actor, row, departments, queue, shown }: DraftDecision,
  suggestionId: string,
): Promise<void> {
  const suggestion = await findSuggestion(tx, suggestionId)
  if (!suggestion) return
  // The request's own classification is of its own text, and the one that was decided.
  const isShown = suggestion.priority === shown.priority && suggestion.department === shown.responsibleDepartment
  const isOfText = suggestion.request_number === null && suggestion.text_hash === textHash(row)
  if (isShown && isOfText) await becomeClassification(tx, suggestion, row)
  const became = { priority: row.priority, responsibleDepartment: row.department }
  const decisions = APPLIED_FIELDS.map((field): Decision => {
    const suggested = field === 'priority' ? shown.priority : departments.presentOf(shown.responsibleDepartment)
    return became[field] === suggested
      ? { field, outcome: 'accepted' }
      : { field, outcome: 'changed', value: became[field] }
  })
  const context = { actor, at: clock().toISOString(), row, departments, shown }
  const decided = await storeAll(tx, context, suggestion, decisions)
  await audit(tx, clock, actor, row, { suggestionId, decided })
  await scheduleTraining(tx, queue, 0)
}

/** Deletes the decisions, so that nothing is learned from a request that was created by mistake. */
export function forgetDraftDecisions(tx: Tx, suggestionId: string): Promise<void> {
  return forgetDecisions(tx, suggestionId)
}

function noSuchSuggestion(): AppError {
  return fieldError('not-found', 'suggestionId', 'There is no such suggestion.')
}
