import type { Feedback } from '../../../shared/suggestion-feedback.ts'
import type { Departments } from '../../../shared/departments.ts'
import { canEdit } from '../../../shared/request-rules.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import type { RequestRow } from '../../requests/row.ts'
import { lockRequest } from '../../requests/service.ts'
import { isVisible, visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { mayDecide } from './access.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { checkKnown } from '../../requests/department.ts'
import { getVisibleRow } from '../../requests/visible-row.ts'
import { textHash } from './stored-suggestion.ts'
import { findSuggestion, idOf, isDecidedByOthers, peopleOf, type SuggestionRow } from './queries.ts'
import { scheduleTraining } from '../training/service.ts'
import { becomeClassification, type Decision, storeDecisions, recordDecided } from './stored-decisions.ts'

/**
 * Stores a person's decisions about a suggestion. Does not apply them: the request is created or edited by its own calls.
 * @throws AppError `not-found` for a suggestion about somebody else's draft, or about a request that the actor may not
 *   see; `not-allowed` for those who are neither the requester nor may edit the request
 */
export async function giveFeedback(
  deps: Deps,
  actor: Actor,
  feedback: Feedback,
  idempotency: IdempotentCall = WITHOUT_KEY,
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
    idempotency.run(tx, async () => {
      const row = about === undefined ? null : await lockRequest(tx, actor, policy, about)
      if (row) await checkMayDecide(tx, actor, row, feedback)
      if (row && suggestion.request_number === null) await becomeClassification(tx, suggestion, row)
      const at = clock().toISOString()
      const decided = await storeDecisions(
        tx,
        { actor, at, row, departments: policy.departments },
        suggestion,
        feedback.decisions,
      )
      await recordDecided(tx, clock, actor, row, { suggestionId: suggestion.id, decided })
      await scheduleTraining(tx, deps.queue, 0)
    }),
  )
}

function checkDepartments(departments: Departments, decisions: Decision[]): void {
  for (const [i, { field, value }] of decisions.entries()) {
    if (field === 'responsibleDepartment' && value !== undefined) checkKnown(departments, value, `decisions.${i}.value`)
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
  if (request_number !== null)
    throw fieldError('bad-input', 'requestId', text('This suggestion belongs to another request.'))
  if (named.requester_id !== actor.id || text_hash !== textHash(named)) {
    throw fieldError('bad-input', 'requestId', text('That request was not created from this draft.'))
  }
}

/** The requester may decide until an editor of requests has: the editor's decision is the label to learn from. */
async function checkMayDecide(tx: Tx, actor: Actor, row: RequestRow, { decisions }: Feedback): Promise<void> {
  if (!mayDecide(actor, row)) {
    throw new AppError(
      'not-allowed',
      text('Only the requester or somebody who can edit requests can decide on this suggestion.'),
    )
  }
  if (canEdit(actor)) return
  const fields = decisions.map(({ field }) => field)
  if (await isDecidedByOthers(tx, row.number, actor.id, fields)) {
    throw new AppError('not-allowed', text('Somebody who can edit requests has already decided on this suggestion.'))
  }
}

function noSuchSuggestion(): AppError {
  return fieldError('not-found', 'suggestionId', text('There is no such suggestion.'))
}
