import type { AssistantQuery, Reading } from '../../shared/assistant/query.ts'
import type { NameOf } from '../../shared/assistant/words.ts'
import { questionOf } from '../../shared/assistant/question-of.ts'
import type { Understood } from '../../engine/intents.ts'
import { GUIDE_QUESTIONS, isGuideSubject } from '../../shared/assistant/guide-questions.ts'
import { EXAMPLES, FAQ } from '../../shared/assistant/questions.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'

export type Choice = Reading['choices'][number]

const OPEN: AssistantQuery['filter'] = { status: [...OPEN_STATUSES] }
/** The default question of each intent, where the words don't say more. */
const USUAL: Record<string, { query: AssistantQuery; isForManagers?: true } | { label: string }> = {
  'my-open': { query: { measure: 'list', filter: { ...OPEN, requester: ['me'] } } },
  'count-requests': { query: { measure: 'count', filter: OPEN } },
  overdue: { query: { measure: 'list', filter: { overdue: true }, sort: 'due' } },
  workload: { query: { measure: 'count', filter: OPEN, group: 'assignee', order: 'most' }, isForManagers: true },
  'compare-periods': { query: { measure: 'flow', filter: {}, group: 'month' } },
  summary: { label: 'Draft the weekly summary' },
  estimate: { label: 'How long does a review take?' },
  'review-duration': { label: 'How long does a review take?' },
  'request-status': { label: 'Where is my request now?' },
  'rejected-why': { label: 'Why was my request rejected?' },
  capabilities: { label: 'What can I ask you?' },
}
const MAX_CHOICES = 3

/** The likeliest readings, each a complete question: first those of the grammar, then those of the classifier. */
export function choicesOf(
  queries: readonly AssistantQuery[],
  understood: Understood | null,
  isManager: boolean,
  nameOf: NameOf,
): Choice[] {
  const read = queries.map((query) => ({ label: questionOf(query, nameOf), query }))
  const guessed = (understood?.alternatives ?? []).flatMap(({ label }) => choiceOf(label, isManager, nameOf))
  const usual = (isManager ? EXAMPLES : FAQ).map((label) => ({ label, query: null }))
  const all = [...read, ...guessed, ...usual]
  return all.filter(({ label }, i) => all.findIndex((other) => other.label === label) === i).slice(0, MAX_CHOICES)
}

function choiceOf(intent: string, isManager: boolean, nameOf: NameOf): Choice[] {
  if (isGuideSubject(intent)) return [{ label: GUIDE_QUESTIONS[intent], query: null }]
  const usual = Object.hasOwn(USUAL, intent) ? USUAL[intent] : undefined
  if (!usual) return []
  if ('label' in usual) return [{ label: usual.label, query: null }]
  return usual.isForManagers && !isManager ? [] : [{ label: questionOf(usual.query, nameOf), query: usual.query }]
}
