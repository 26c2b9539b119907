import { Classification, type Feedback } from '../../shared/ai.ts'
import type { Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { answerOnce, type Repeatable } from '../idempotency/service.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import { mayOnly, rowFor } from './access.ts'
import {
  decideType,
  findSuggestion,
  forgetDecisions,
  linkSuggestion,
  peopleOf,
  setClassification,
  setClassifiedAt,
  storeDecision,
  type SuggestionRow,
} from './queries.ts'
import { scheduleTraining } from './training.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

/**
 * Remembers what a person made of a suggestion. Nothing is applied here: the request is created or edited by its own calls.
 * @throws AppError `not-found` for a suggestion that isn't the actor's own, unless they may edit requests and see that one
 */
export async function giveFeedback(office: Office, actor: Actor, feedback: Feedback, once?: Repeatable): Promise<void> {
  mayOnly(actor, 'ai.classify', 'judge suggestions')
  const { db, clock } = office
  const row = await findSuggestion(db.read, feedback.suggestionId)
  const isOwn = row?.asked_by_id === actor.id
  if (!row || (!isOwn && !actor.permissions.has('requests.edit'))) throw noSuchSuggestion()
  const named = feedback.requestId === undefined ? undefined : await rowFor(office, actor, feedback.requestId)
  if (!isOwn && !(await sees(office, actor, row.request_number))) throw noSuchSuggestion()
  if (named && row.request_number !== null && row.request_number !== named.number) {
    throw badInput('requestId', 'This suggestion belongs to another request.')
  }
  // Feedback on a draft teaches by the text of the request that it became, which must be the actor's own to name.
  if (named && row.request_number === null && named.requester_id !== actor.id) {
    throw badInput('requestId', 'This draft did not become that request.')
  }
  const number = row.request_number ?? named?.number ?? null
  const { fields } = Classification.parse(JSON.parse(row.result))
  await db.write((tx) =>
    answerOnce(tx, clock, once, async () => {
      if (row.request_number === null && number !== null) {
        await linkSuggestion(tx, row.id, number)
        await setClassification(tx, number, row.id, row.development_type)
        await setClassifiedAt(tx, number, row.created_at)
      }
      for (const { field, outcome, value } of feedback.decisions) {
        const { value: suggested, probability } = fields[field]
        const became = outcome === 'accepted' ? suggested : outcome === 'changed' ? value! : null
        await storeDecision(tx, {
          suggestion_id: row.id,
          request_number: number,
          field,
          outcome,
          suggested,
          probability,
          value: became,
          decided_by_id: actor.id,
          decided_at: clock().toISOString(),
        })
        if (field === 'developmentType' && number !== null && became !== null) {
          await decideType(tx, number, became as SuggestionRow['development_type'])
        }
      }
      await scheduleTraining(tx, clock, 0)
      return { status: 204, body: null }
    }),
  )
}

/** What a person decided about a row of a batch, as feedback; null takes it back. */
export async function decideBatchItem(
  tx: Tx,
  actor: Actor,
  suggestionId: string,
  at: string,
  made: { decision: 'accept' | 'correct' | 'skip'; priority?: string; department?: string } | null,
): Promise<void> {
  const row = await findSuggestion(tx, suggestionId)
  if (!row) return
  await forgetDecisions(tx, suggestionId)
  if (!made || made.decision === 'skip') return
  const { fields } = Classification.parse(JSON.parse(row.result))
  const became = { priority: made.priority, responsibleDepartment: made.department }
  for (const field of ['priority', 'responsibleDepartment'] as const) {
    const { value: suggested, probability } = fields[field]
    const value = made.decision === 'accept' ? suggested : became[field]
    if (value === undefined) continue
    await storeDecision(tx, {
      suggestion_id: suggestionId,
      request_number: row.request_number,
      field,
      outcome: value === suggested ? 'accepted' : 'changed',
      suggested,
      probability,
      value,
      decided_by_id: actor.id,
      decided_at: at,
    })
  }
}

async function sees({ db }: Pick<Office, 'db'>, actor: Actor, number: number | null): Promise<boolean> {
  const request = number === null ? undefined : await peopleOf(db.read, number)
  return request !== undefined && isVisible(visibleTo(actor, await getPolicy(db)), request)
}

function noSuchSuggestion(): AppError {
  const message = 'There is no such suggestion.'
  return new AppError('not-found', message, { details: [{ path: 'suggestionId', message }] })
}

function badInput(path: string, message: string): AppError {
  return new AppError('bad-input', message, { details: [{ path, message }] })
}
