import type { Classification } from '../shared/ai.ts'
import { hundredth, MIN_CONFIDENCE } from '../shared/chance.ts'
import { type Departments, FIRST_DEPARTMENTS } from '../shared/departments.ts'
import { PRIORITY_KEYS } from '../shared/request-rules.ts'
import { DEVELOPMENT_TYPES, leastCertain } from '../shared/suggestion-rules.ts'
import type { Prediction } from './classifier/predictor.ts'
import { presentDepartments } from './departments.ts'
import type { Head } from './heads.ts'
import { predictorsOf, stampOf, type Model } from './model.ts'
import { predictHeads } from './predict-heads.ts'
import { marksOf } from './reasons/deciding-words.ts'
import { isLegible } from './reasons/legible.ts'
import {
  becauseOfSignals,
  becauseOfWords,
  missingForDepartment,
  missingForPriority,
  missingForType,
  reasoningOf,
  UNKNOWN_WORDS,
  whyRare,
} from './reasons/sentences.ts'
import { signalsIn } from './reasons/signals.ts'
import { proseOf } from './text/prose.ts'
import { textOf } from './text/text.ts'

/** Below this many words, a text is reported as too short. */
const SHORT = 8

/**
 * The suggestion for a draft, without the processing time. Never throws, whatever the text.
 * @param departments the office's departments, of which only active ones are suggested; when left out, any that the model knows
 */
export function classify(
  model: Model,
  draft: { title: string; description: string },
  departments?: Departments,
): Classification {
  const title = textOf(draft.title)
  const description = textOf(draft.description)
  const prose = { title: proseOf(title), description: proseOf(description) }
  const signals = signalsIn(prose)
  const words = `${prose.title} ${prose.description}`.split(/\s+/).filter(Boolean).length
  const heads = predictorsOf(model).heads
  // The head with most training examples has the largest vocabulary.
  const legible = isLegible(heads.responsibleDepartment, { title, description })
  const { predictions, marked } = predictHeads(heads, { title, description, prose, signals, legible })
  const { names } = model.heads.responsibleDepartment
  const learnt = { values: names, prediction: predictions.responsibleDepartment }
  const department = departments ? presentDepartments(names, learnt.prediction, departments) : learnt
  const nameOf = (key: string) => (departments ?? FIRST_DEPARTMENTS).nameOf(key)
  predictions.responsibleDepartment = department.prediction
  const wordsFor = (head: Head) => becauseOfWords(marked.filter(({ about }) => about === head))
  const opinion = <T extends string>(
    head: Head,
    values: readonly T[],
    missing: (first: T, second: T) => string,
    because: (value: T) => string,
  ) => opinionOf(values, predictions[head], legible || words < SHORT ? missing : () => UNKNOWN_WORDS, because)
  const priority = opinion(
    'priority',
    PRIORITY_KEYS,
    (first, second) => missingForPriority(signals, first, second),
    (value) => becauseOfSignals(signals, value) ?? wordsFor('priority'),
  )
  const fields = {
    priority: { ...priority, missing: whyRare(priority) + (priority.missing ?? '') || null },
    developmentType: opinion(
      'developmentType',
      DEVELOPMENT_TYPES,
      (first, second) => missingForType(first, second, words),
      () => wordsFor('developmentType'),
    ),
    responsibleDepartment: opinion(
      'responsibleDepartment',
      department.values,
      (first, second) => missingForDepartment(nameOf(first), nameOf(second), words),
      () => wordsFor('responsibleDepartment'),
    ),
  }
  return {
    priority: fields.priority.value,
    developmentType: fields.developmentType.value,
    responsibleDepartment: fields.responsibleDepartment.value,
    confidence: leastCertain(fields),
    reasoning: reasoningOf({
      ...fields,
      departmentName: nameOf(fields.responsibleDepartment.value),
      words: marked,
      signals,
      learnedFrom: model.learnedFrom,
    }),
    fields,
    words: marksOf(marked),
    engine: stampOf(model),
  }
}

function opinionOf<T extends string>(
  values: readonly T[],
  { named, confidence, probabilities }: Prediction,
  missing: (first: T, second: T) => string,
  because: (value: T) => string,
) {
  const value = values[named]!
  const alternatives = values
    .map((other, c) => ({ value: other, probability: hundredth(probabilities[c]!) }))
    .filter((other) => other.value !== value)
    .sort((a, b) => b.probability - a.probability)
  const probability = hundredth(confidence)
  // Rounded as displayed: "70%" must never be called uncertain.
  const certain = probability >= MIN_CONFIDENCE
  return {
    value,
    probability,
    certain,
    // An office may have a single department.
    missing: certain || !alternatives[0] ? null : missing(value, alternatives[0].value),
    because: because(value),
    alternatives,
  }
}
