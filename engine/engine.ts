import type { Classification, DecidingWord, DevelopmentType, EngineStamp, TimeEstimate } from '../shared/ai.ts'
import { formatChance, hundredth } from '../shared/chance.ts'
import { rangeInWords } from '../shared/estimated-days.ts'
import { Department, PRIORITIES, Priority } from '../shared/requests.ts'
import { DevelopmentType as DevelopmentTypes } from '../shared/ai.ts'
import { trainClassifier, type Classifier } from './classifier/classifier.ts'
import { FeatureRows } from './classifier/feature-rows.ts'
import { Reader, type Prediction } from './classifier/reader.ts'
import { decidingWords, marksOf } from './reasons/deciding-words.ts'
import { explain } from './reasons/explain.ts'
import { featuresFor, type Draft } from './text/features.ts'
import { IntentReader, trainIntents, type IntentModel, type Question, type Understood } from './intents.ts'
import { emptyDurations, trainDurations, type DurationModel } from './durations/duration-model.ts'
import { estimateDuration, type EstimateSubject, type OfficeEstimate } from './durations/duration-estimator.ts'
import type { DayUnit, HistoryRow } from './durations/history.ts'
import { missingForDepartment, missingForPriority, missingForType, reasoningOf } from './reasons/sentences.ts'
import { factsOf, signalsOf } from './reasons/signals.ts'
import { pack, unpack } from './pack.ts'
import { textOf } from './text/text.ts'
import { ENGINE_NAME, ENGINE_VERSION } from './version.ts'

/** The local engine: plain values in, plain values out. It opens no file and no connection, and knows no clock. */

/** A request as far as it can be learnt from. Labels are those that a person decided or accepted; null teaches nothing. */
export interface Lesson {
  title: string
  description: string
  priority: Priority | null
  developmentType: DevelopmentType | null
  department: Department | null
}

/** What each field needs to be called certain, and what its model aims for. */
export const HEADS = {
  priority: { values: Priority.options, enough: 0.45, aim: 'balance' as const },
  developmentType: { values: DevelopmentTypes.options, enough: 0.5, aim: 'accuracy' as const },
  responsibleDepartment: { values: Department.options, enough: 0.5, aim: 'accuracy' as const },
}
export type Head = keyof typeof HEADS
export const HEAD_NAMES = Object.keys(HEADS) as Head[]

export interface Model {
  name: string
  version: string
  heads: Record<Head, Classifier>
  /** rows of the office's own that taught each head */
  taught: Record<Head, number>
  intents: IntentModel
  durations: DurationModel
  learnedFrom: number
}

export interface TrainOptions {
  /** the texts that we start from; leave empty for a model without them */
  corpus: readonly Lesson[]
  questions: readonly Question[]
  history: readonly HistoryRow[]
  unit: DayUnit
  /** ms since 1970: nothing later is looked at */
  now: number
  /** a model of nearly the same rows, whose calibration is taken over instead of measured anew */
  like?: Model | undefined
}

/** The corpus counts like this many of the office's own requests, however many it has; ours fades as theirs arrive. */
const CORPUS_COUNTS_AS = 120

/**
 * To refuse a question that is none of ours is worth this much of answering one that is. On folds over our own questions it
 * is the smallest weight at which four foreign questions in five are refused.
 */
const REFUSING = 0.6

/** The office's texts change with its projects, and the starting corpus isn't the office's at all. */
const CAUTION = 0.2

/** @param rows the office's own requests, oldest first */
export function train(rows: readonly Lesson[], options: TrainOptions): Model {
  const taught = { priority: 0, developmentType: 0, responsibleDepartment: 0 }
  const heads = {} as Record<Head, Classifier>
  for (const head of HEAD_NAMES) {
    const own = rows.filter((row) => labelOf(row, head) !== null)
    taught[head] = own.length
    heads[head] = trainHead(
      head,
      own,
      options.corpus.filter((row) => labelOf(row, head) !== null),
      options.like?.heads[head],
    )
  }
  return {
    name: ENGINE_NAME,
    version: ENGINE_VERSION,
    heads,
    taught,
    intents: trainIntents(options.questions, [16], 4e9, REFUSING),
    durations:
      options.history.length > 0
        ? trainDurations(options.history, options.unit, options.now)
        : emptyDurations(options.unit),
    learnedFrom: rows.filter((row) => HEAD_NAMES.some((head) => labelOf(row, head) !== null)).length,
  }
}

function trainHead(head: Head, own: readonly Lesson[], corpus: readonly Lesson[], like?: Classifier): Classifier {
  const names: readonly string[] = HEADS[head].values
  const all = [...own, ...corpus]
  const texts = new FeatureRows(featuresFor(all.length))
  for (const row of all) texts.add(draftFor(head, row.title, row.description))
  // All corpus rows together weigh `CORPUS_COUNTS_AS` at the start's full weight, less the more the office has decided.
  const faded = CORPUS_COUNTS_AS / (CORPUS_COUNTS_AS + own.length)
  return trainClassifier(
    {
      texts,
      labels: Int32Array.from(all, (row) => names.indexOf(labelOf(row, head)!)),
      names,
      rowWeights: Float32Array.from(all, (_, at) => (at < own.length ? 1 : faded)),
    },
    { aim: HEADS[head].aim, caution: CAUTION * faded },
    like,
  )
}

export function labelOf(row: Lesson, head: Head): string | null {
  return head === 'responsibleDepartment' ? row.department : row[head]
}

export function draftFor(head: Head, title: string, description: string): Draft {
  return head === 'priority' ? { title, description, facts: factsOf(title, description) } : { title, description }
}

/** The costly parts that are built from a model once, while it lives. */
const readers = new WeakMap<Model, { heads: Record<Head, Reader>; intents: IntentReader }>()
export function readersOf(model: Model): { heads: Record<Head, Reader>; intents: IntentReader } {
  let known = readers.get(model)
  if (!known) {
    const heads = Object.fromEntries(HEAD_NAMES.map((head) => [head, new Reader(model.heads[head])])) as Record<
      Head,
      Reader
    >
    known = { heads, intents: new IntentReader(model.intents) }
    readers.set(model, known)
  }
  return known
}

export function stampOf(model: Model): EngineStamp {
  return { name: model.name, version: model.version, learnedFrom: model.learnedFrom }
}

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
    predictions[head] = sharedOut(asked[head].predictRow(row))
    marked.push(...decidingWords({ title, description }, explain(asked[head], text, row, predictions[head]), head))
  }
  const priority = fieldOf('priority', Priority.options, predictions.priority, () => missingForPriority(signals))
  const developmentType = fieldOf(
    'developmentType',
    DevelopmentTypes.options,
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

/** What the named value's own calibration says of it leaves the rest to the others, so that all share out one certainty. */
function sharedOut(prediction: Prediction): Prediction {
  const { probabilities, named, confidence } = prediction
  const others = 1 - probabilities[named]!
  const scale = others > 0 ? (1 - confidence) / others : 0
  return { ...prediction, probabilities: probabilities.map((p, c) => (c === named ? confidence : p * scale)) }
}

/** The priority head names rare values early, lest one be overlooked; where another is likelier the reasoning must say so. */
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

/** How long it will take, with the finished requests that this rests on. `similar` comes from the index, best first. */
export function estimate(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
  unit: DayUnit = model.durations.unit,
): OfficeEstimate {
  return estimateDuration({ ...model.durations, unit }, subject, history, similar, now)
}

/** The optional part of a classification, from an estimate for the suggested values. */
export function processingTimeOf(
  time: Pick<TimeEstimate, 'estimatedDays' | 'low' | 'high' | 'unit' | 'confidence' | 'factors'>,
): NonNullable<Classification['processingTime']> {
  const { estimatedDays, low, high, unit, confidence, factors } = time
  return { estimate: rangeInWords(low, high, unit), confidence, factors, days: estimatedDays, low, high }
}

/** Which question is meant; `oos` when none of ours. */
export function answerIntent(model: Model, question: string): Understood {
  return readersOf(model).intents.understand(textOf(question))
}

export function saveModel(model: Model): Uint8Array {
  return pack(model)
}

/** @throws Error when the bytes are no model of this engine's version */
export function loadModel(bytes: Uint8Array): Model {
  const model = unpack(bytes) as Model
  if (model.name !== ENGINE_NAME || model.version !== ENGINE_VERSION) {
    throw new Error(`a model of ${ENGINE_NAME} ${ENGINE_VERSION} was expected, this is ${model.name} ${model.version}`)
  }
  return model
}
