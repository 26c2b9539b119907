import type { Departments } from '../../../shared/departments.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { RequestRow } from '../../requests/row.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { textHash } from './stored-suggestion.ts'
import { findSuggestion, forgetDecisions } from './queries.ts'
import { scheduleTraining } from '../training/service.ts'
import {
  APPLIED_FIELDS,
  becomeClassification,
  type ShownValues,
  type Decision,
  storeDecisions,
  recordDecided,
} from './stored-decisions.ts'

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
  const decided = await storeDecisions(
    tx,
    { actor, at: clock().toISOString(), row, departments },
    suggestion,
    decisions,
  )
  await recordDecided(tx, clock, actor, row, { suggestionId, batchId, decided })
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
  const decided = await storeDecisions(tx, context, suggestion, decisions)
  await recordDecided(tx, clock, actor, row, { suggestionId, decided })
  await scheduleTraining(tx, queue, 0)
}

/** Deletes the decisions, so that nothing is learned from a request that was created by mistake. */
export function forgetDraftDecisions(tx: Tx, suggestionId: string): Promise<void> {
  return forgetDecisions(tx, suggestionId)
}
