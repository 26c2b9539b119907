import { DevelopmentType, type Classification, type DecidingWord } from '../shared/ai.ts'
import { formatChance, hundredth } from '../shared/chance.ts'
import { Department, PRIORITIES, Priority } from '../shared/requests.ts'
import type { Prediction } from './classifier/reader.ts'
import { draftFor, HEAD_NAMES, HEADS, type Head } from './heads.ts'
import { readersOf, stampOf, type Model } from './model.ts'
import { decidingWords, marksOf } from './reasons/deciding-words.ts'
import { explain } from './reasons/explain.ts'
import { missingForDepartment, missingForPriority, missingForType, reasoningOf } from './reasons/sentences.ts'
import { signalsOf } from './reasons/signals.ts'
import { textOf } from './text/text.ts'

/** The suggestion for a draft, without the processing time. Never throws, whatever the text. */
export function classify(model: Model, draft: { title: string; description: string }): Classification {
  const title = textOf(draft.title)
  const description = textOf(draft.description)
  const signals = signalsOf(title, description)
  const words = `${title} ${description}`.split(/\s+/).filter(Boolean).length
  const asked = readersOf(model).heads
  const predictions = {} as Record<Head, Prediction>
  const marked: DecidingWord[] = []
  for (const head of HEAD_NAMES) {
    const text = draftFor(head, title, description)
    const row = asked[head].row(text)
    predictions[head] = redistributed(asked[head].predictRow(row))
    marked.push(...decidingWords({ title, description }, explain(asked[head], text, row, predictions[head]), head))
  }
  const priority = fieldOf('priority', Priority.options, predictions.priority, () => missingForPriority(signals))
  const developmentType = fieldOf(
    'developmentType',
    DevelopmentType.options,
    predictions.developmentType,
    (first, second) => missingForType(first, second, words),
  )
  const responsibleDepartment = fieldOf(
    'responsibleDepartment',
    Department.options,
    predictions.responsibleDepartment,
    (first, second) => missingForDepartment(first, second, words),
  )
  const fields = { priority, developmentType, responsibleDepartment }
  const all = [priority, developmentType, responsibleDepartment]
  const shown = all.filter(({ certain }) => certain)
  return {
    priority: priority.value,
    developmentType: developmentType.value,
    responsibleDepartment: responsibleDepartment.value,
    confidence: Math.min(...(shown.length > 0 ? shown : all).map(({ probability }) => probability)),
    reasoning:
      reasoningOf({ ...fields, words: marked, signals, learnedFrom: model.learnedFrom }) + whyRare(fields.priority),
    fields,
    words: marksOf(marked),
    engine: stampOf(model),
  }
}

/** The named value keeps its calibrated confidence, the others share the rest: all add up to 1. */
function redistributed(prediction: Prediction): Prediction {
  const { probabilities, named, confidence } = prediction
  const others = 1 - probabilities[named]!
  const scale = others > 0 ? (1 - confidence) / others : 0
  return { ...prediction, probabilities: probabilities.map((p, c) => (c === named ? confidence : p * scale)) }
}

/** The priority head names rare values early; where another is likelier the reasoning must say so. */
function whyRare({ value, probability, alternatives }: Classification['fields']['priority']): string {
  const [likelier] = alternatives
  if (!likelier || likelier.probability <= probability) return ''
  return ` ${PRIORITIES[likelier.value]} is more likely (${formatChance(likelier.probability)}); ${PRIORITIES[value]} is suggested because it is rarer and costs more when it is missed.`
}

function fieldOf<T extends string>(
  head: Head,
  values: readonly T[],
  prediction: Prediction,
  missing: (first: T, second: T) => string,
) {
  const ranked = values
    .map((value, c) => ({
      value,
      probability: hundredth(c === prediction.named ? prediction.confidence : prediction.probabilities[c]!),
    }))
    .sort((a, b) => b.probability - a.probability)
  const value = values[prediction.named]!
  const alternatives = ranked.filter((other) => other.value !== value)
  const certain = prediction.confidence >= HEADS[head].enough
  return {
    value,
    probability: hundredth(prediction.confidence),
    certain,
    missing: certain ? null : missing(value, alternatives[0]!.value),
    alternatives,
  }
}
