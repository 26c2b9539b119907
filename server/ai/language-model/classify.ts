import { z } from 'zod'
import {
  type Classification,
  type DecidingWord,
  DevelopmentType,
  leastCertain,
  SuggestedField,
} from '../../../shared/ai.ts'
import { hundredth, MIN_CONFIDENCE } from '../../../shared/chance.ts'
import type { Departments } from '../../../shared/departments.ts'
import { Priority } from '../../../shared/requests.ts'
import type { Draft } from '../host/ai.ts'
import { redactDraft } from './redact-draft.ts'
import type { LanguageModel } from './language-model.ts'
import { modelText } from './model-text.ts'
import { modelNote } from './notes.ts'

const keysOf = (departments: Departments) => departments.active.map(({ key }) => key)
const chance = z.number().min(0).max(1)
const answerOf = (departments: Departments) =>
  z.object({
    priority: Priority,
    priorityProbability: chance,
    developmentType: DevelopmentType,
    developmentTypeProbability: chance,
    responsibleDepartment: z.enum(keysOf(departments)),
    responsibleDepartmentProbability: chance,
    reasoning: modelText(1200),
    quotes: z.array(z.object({ about: SuggestedField, text: modelText(80) })).max(12),
  })
type Answer = z.infer<ReturnType<typeof answerOf>>

const instructionsFor = (
  departments: Departments,
) => `You read requests for development of a government customs trade system and suggest three values.
priority: low (can wait without harm), medium (ordinary work), high (hurts the daily work of many or has a near date), \
critical (stops the clearance of goods, breaks a law or opens a security hole). That the writer calls it urgent or critical is no reason.
developmentType: the kind of work it mainly is.
responsibleDepartment: ${departments.active.map(({ key, name }) => `${key} (${name})`).join(', ')}.
Give each value with the probability, from 0 to 1, that people of the office would choose it too.
reasoning: two to four sentences for the person who wrote the request, saying why.
quotes: up to eight short passages copied letter by letter from the title or the description, each with the value it speaks for.`

/**
 * The model's classification; alternatives and thresholds come from the local engine. Both run concurrently, so that
 * their waiting times do not add up.
 * @param locally null when the local engine is down
 * @returns null when neither has an answer
 */
export async function classifyWithModel(
  model: LanguageModel,
  draft: Draft,
  locally: Promise<Classification | null>,
  departments: Departments,
): Promise<Classification | null> {
  const [outcome, local] = await Promise.all([
    model.ask((mask) => ({
      task: 'classify',
      instructions: instructionsFor(departments),
      data: redactDraft(mask, draft),
      contract: answerOf(departments),
    })),
    locally,
  ])
  if (outcome === null) return local
  if (!outcome.answer) return local && { ...local, engine: { ...local.engine, note: outcome.note } }
  const { answer, mask, stamp } = outcome
  const fields = {
    priority: opinion('priority', local, answer, Priority.options),
    developmentType: opinion('developmentType', local, answer, DevelopmentType.options),
    responsibleDepartment: opinion('responsibleDepartment', local, answer, keysOf(departments)),
  }
  const { priority, developmentType, responsibleDepartment } = answer
  return {
    priority,
    developmentType,
    responsibleDepartment,
    confidence: leastCertain(fields),
    reasoning: mask.show(answer.reasoning),
    fields,
    words: wordsOf(
      answer.quotes.map(({ about, text }) => ({ about, text: mask.show(text) })),
      draft,
    ),
    engine: local ? stamp : { ...stamp, note: modelNote('model-alone') },
  }
}

/**
 * The model names one value. The local engine's probabilities divide the remaining probability among the others;
 * without the engine it is divided evenly.
 */
function opinion<F extends SuggestedField>(
  field: F,
  local: Classification | null,
  answer: Answer,
  values: readonly string[],
) {
  const value: Answer[F] = answer[field]
  const own = local?.fields[field]
  const known: { value: string; probability: number }[] = own
    ? [own, ...own.alternatives]
    : values.map((one) => ({ value: one, probability: 0 }))
  const others = known.filter((other) => other.value !== value)
  const sum = others.reduce((all, other) => all + other.probability, 0)
  const probability = hundredth(answer[`${field}Probability`])
  const certain = probability >= MIN_CONFIDENCE
  const missing = own?.missing ?? 'The text does not make this clear: say what should happen, for whom and by when.'
  return {
    value,
    probability,
    certain,
    missing: certain ? null : missing,
    alternatives: others
      .map((other) => ({
        // A value of this field: `known` holds the field's own alternatives or its list of values.
        value: other.value as Answer[F],
        probability: hundredth((1 - probability) * (sum > 0 ? other.probability / sum : 1 / others.length)),
      }))
      .sort((a, b) => b.probability - a.probability),
  }
}

/** The positions of the quoted passages. Quotes that are not in the text are dropped: the model made them up. */
function wordsOf(quotes: Answer['quotes'], draft: Draft): DecidingWord[] {
  const words: DecidingWord[] = []
  for (const { about, text } of quotes) {
    for (const field of ['title', 'description'] as const) {
      const start = draft[field].toLowerCase().indexOf(text.toLowerCase())
      const end = start + text.length
      if (start < 0) continue
      const overlaps = words.some((word) => word.field === field && word.start < end && start < word.end)
      if (!overlaps) words.push({ field, start, end, text: draft[field].slice(start, end), weight: 1, about })
      break
    }
  }
  return words
}
