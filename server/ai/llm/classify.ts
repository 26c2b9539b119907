import { z } from 'zod'
import {
  type Classification,
  type DecidingWord,
  DevelopmentType,
  SuggestedField,
  type TimeEstimate,
} from '../../../shared/ai.ts'
import { Department, DEPARTMENTS, Priority } from '../../../shared/requests.ts'
import type { Draft } from '../ai.ts'
import { processingTimeOf } from '../engine/engine.ts'
import { inform } from './inform.ts'
import type { LanguageModel } from './language-model.ts'
import { said } from './said.ts'

const chance = z.number().min(0).max(1)
const Answer = z.object({
  priority: Priority,
  priorityProbability: chance,
  developmentType: DevelopmentType,
  developmentTypeProbability: chance,
  responsibleDepartment: Department,
  responsibleDepartmentProbability: chance,
  reasoning: said(1200),
  quotes: z.array(z.object({ about: SuggestedField, text: said(80) })).max(12),
})
type Answer = z.infer<typeof Answer>

/** The local engine's thresholds: below them a value is a best guess. */
const ENOUGH = { priority: 0.45, developmentType: 0.5, responsibleDepartment: 0.5 }

const INSTRUCTIONS = `You read requests for development of a government customs trade system and suggest three values.
priority: low (can wait without harm), medium (ordinary work), high (hurts the daily work of many or has a near date), \
critical (stops the clearance of goods, breaks a law or opens a security hole). That the writer calls it urgent or critical is no reason.
developmentType: the kind of work it mainly is.
responsibleDepartment: ${Object.entries(DEPARTMENTS)
  .map(([value, label]) => `${value} (${label})`)
  .join(', ')}.
Give each value with the probability, from 0 to 1, that people of the office would choose it too.
reasoning: two to four sentences for the person who wrote the request, saying why.
quotes: up to eight short passages copied letter by letter from the title or the description, each with the value it speaks for.`

/** What the model suggests instead of the local engine, which gives the other values, the time and the thresholds. */
export async function classifyWithModel(
  model: LanguageModel,
  draft: Draft,
  local: Classification,
  timeFor: (values: Pick<Classification, SuggestedField>) => Promise<TimeEstimate>,
): Promise<Classification> {
  const outcome = await model.ask((mask) => ({
    task: 'classify',
    instructions: INSTRUCTIONS,
    data: inform(mask, draft),
    contract: Answer,
  }))
  if (outcome === null) return local
  if (!outcome.said) return { ...local, engine: { ...local.engine, note: outcome.note } }
  const { said, mask, stamp } = outcome
  const fields = {
    priority: opinion('priority', local, said.priority, said.priorityProbability),
    developmentType: opinion('developmentType', local, said.developmentType, said.developmentTypeProbability),
    responsibleDepartment: opinion(
      'responsibleDepartment',
      local,
      said.responsibleDepartment,
      said.responsibleDepartmentProbability,
    ),
  }
  const all = Object.values(fields)
  const shown = all.filter(({ certain }) => certain)
  const { priority, developmentType, responsibleDepartment } = said
  return {
    priority,
    developmentType,
    responsibleDepartment,
    confidence: Math.min(...(shown.length > 0 ? shown : all).map(({ probability }) => probability)),
    reasoning: mask.show(said.reasoning),
    ...(local.processingTime && { processingTime: await processingTime(said, local, timeFor) }),
    fields,
    words: wordsOf(
      said.quotes.map(({ about, text }) => ({ about, text: mask.show(text) })),
      draft,
    ),
    engine: stamp,
  }
}

/** The time rests on the office's own finished requests, for the values that are suggested now. */
async function processingTime(
  said: Answer,
  local: Classification,
  timeFor: Parameters<typeof classifyWithModel>[3],
): Promise<Classification['processingTime']> {
  const isSame = SuggestedField.options.every((field) => said[field] === local[field])
  return isSame ? local.processingTime : processingTimeOf(await timeFor(said))
}

/** The model names one value; how what is left is shared among the others is the local engine's view. */
function opinion<F extends SuggestedField>(field: F, local: Classification, value: Classification[F], stated: number) {
  const own = local.fields[field]
  const known: { value: string; probability: number }[] = [own, ...own.alternatives]
  const others = known.filter((other) => other.value !== value)
  const sum = others.reduce((all, other) => all + other.probability, 0)
  const probability = hundredth(stated)
  const certain = probability >= ENOUGH[field]
  const missing = own.missing ?? 'The text leaves it open: say what should happen, for whom and by when.'
  return {
    value,
    probability,
    certain,
    missing: certain ? null : missing,
    alternatives: others
      .map((other) => ({
        // Of the field's own values, as they came from its own opinion.
        value: other.value as Classification[F],
        probability: hundredth((1 - probability) * (sum > 0 ? other.probability / sum : 1 / others.length)),
      }))
      .sort((a, b) => b.probability - a.probability),
  }
}

/** Where the quoted passages stand. What doesn't stand in the text is left out: nobody wrote it. */
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

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
