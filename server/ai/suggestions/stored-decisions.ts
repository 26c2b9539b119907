import type { Feedback } from '../../../shared/suggestion-feedback.ts'
import { Classification } from '../../../shared/ai.ts'
import type { Departments } from '../../../shared/departments.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { recordDecision } from '../../requests/history/service.ts'
import type { RequestRow } from '../../requests/row.ts'
import type { Actor } from '../../platform/actor.ts'
import {
  decideType,
  decisionsAbout,
  linkSuggestion,
  setClassification,
  setClassifiedAt,
  storeDecision,
  type SuggestionRow,
} from './queries.ts'

/** What a person decides by applying a suggestion; a decision about the development type is made elsewhere, and stays. */
export const APPLIED_FIELDS = ['priority', 'responsibleDepartment'] as const

export async function becomeClassification(tx: Tx, suggestion: SuggestionRow, { number }: RequestRow): Promise<void> {
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
export type ShownValues = Readonly<Record<(typeof APPLIED_FIELDS)[number], string>>
export type Decision = Feedback['decisions'][number]

/** Stores the decisions, each with its history entry. @returns those that differ from the stored ones */
export async function storeDecisions(
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

export async function recordDecided(
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
