import type { Analysis, Classification, DecidingWord, DevelopmentType, EngineStamp } from '../../../shared/ai.ts'
import { Department, PRIORITIES, Priority } from '../../../shared/requests.ts'
import { DevelopmentType as DevelopmentTypes } from '../../../shared/ai.ts'
import { Gathered, Reader, trainClassifier, type Classifier, type Opinion } from './classifier.ts'
import { complexityOf } from './complexity.ts'
import { explain } from './explain.ts'
import type { Draft } from './features.ts'
import { IntentReader, trainIntents, type IntentModel, type Question, type Understood } from './intents.ts'
import {
  emptyDurations,
  estimateDuration,
  trainDurations,
  type DayUnit,
  type DurationModel,
  type EstimateSubject,
  type HistoryRow,
  type OfficeEstimate,
} from './office.ts'
import { missingForDepartment, missingForPriority, missingForType, rangeInWords, reasoningOf } from './sentences.ts'
import { factsOf, signalsOf } from './signals.ts'
import { pack, unpack } from './pack.ts'
import { textOf } from './text.ts'

/** The local engine: plain values in, plain values out. It opens no file and no connection, and knows no clock. */
export const ENGINE_NAME = 'local'
/** Raised with every change that makes stored models unreadable or answers differently. */
export const ENGINE_VERSION = '1.0'

/** A request as far as it can be learnt from. Labels are those that a person decided or accepted; null teaches nothing. */
export interface Lesson {
  title: string
  description: string
  priority: Priority | null
  developmentType: DevelopmentType | null
  department: Department | null
}

const HEADS = {
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
}

/** The corpus counts like this many of the office's own requests, however many it has; ours fades as theirs arrive. */
const CORPUS_COUNTS_AS = 120

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
    )
  }
  return {
    name: ENGINE_NAME,
    version: ENGINE_VERSION,
    heads,
    taught,
    intents: trainIntents(options.questions),
    durations:
      options.history.length > 0
        ? trainDurations(options.history, options.unit, options.now)
        : emptyDurations(options.unit),
    learnedFrom: rows.filter((row) => HEAD_NAMES.some((head) => labelOf(row, head) !== null)).length,
  }
}

function trainHead(head: Head, own: readonly Lesson[], corpus: readonly Lesson[]): Classifier {
  const gathered = new Gathered()
  const names: readonly string[] = HEADS[head].values
  const all = [...own, ...corpus]
  for (const row of all) gathered.add(draftFor(head, row.title, row.description))
  // All corpus rows together weigh `CORPUS_COUNTS_AS` at the start's full weight, less the more the office has decided.
  const faded = CORPUS_COUNTS_AS / (CORPUS_COUNTS_AS + own.length)
  return trainClassifier(
    {
      gathered,
      labels: Int32Array.from(all, (row) => names.indexOf(labelOf(row, head)!)),
      names,
      rowWeights: Float32Array.from(all, (_, at) => (at < own.length ? 1 : faded)),
      // Once the office has decided enough, only its own decisions say how sure we may be.
      ...(own.length >= 150 ? { judged: Uint8Array.from(all, (_, at) => (at < own.length ? 1 : 0)) } : {}),
    },
    { aim: HEADS[head].aim, caution: CAUTION },
  )
}

function labelOf(row: Lesson, head: Head): string | null {
  return head === 'responsibleDepartment' ? row.department : row[head]
}

function draftFor(head: Head, title: string, description: string): Draft {
  return head === 'priority' ? { title, description, facts: factsOf(title, description) } : { title, description }
}

/** The costly parts that are built from a model once, while it lives. */
const readers = new WeakMap<Model, { heads: Record<Head, Reader>; intents: IntentReader }>()
function readersOf(model: Model): { heads: Record<Head, Reader>; intents: IntentReader } {
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

/** Words marked at most: more would colour everything. */
const MARKED = 12

/** The suggestion for a draft, without the processing time. Never throws, whatever the text. */
export function classify(model: Model, draft: { title: string; description: string }): Classification {
  const title = textOf(draft.title)
  const description = textOf(draft.description)
  const signals = signalsOf(title, description)
  const words = `${title} ${description}`.split(/\s+/).filter(Boolean).length
  const asked = readersOf(model).heads
  const opinions = {} as Record<Head, Opinion>
  const marked: DecidingWord[] = []
  for (const head of HEAD_NAMES) {
    const text = draftFor(head, title, description)
    const row = asked[head].row(text)
    opinions[head] = sharedOut(asked[head].judge(row))
    marked.push(...strongest(explain(asked[head], text, row, opinions[head]), head))
  }
  const priority = fieldOf('priority', Priority.options, opinions.priority, () => missingForPriority(signals))
  const developmentType = fieldOf(
    'developmentType',
    DevelopmentTypes.options,
    opinions.developmentType,
    (first, second) => missingForType(first, second, words),
  )
  const responsibleDepartment = fieldOf(
    'responsibleDepartment',
    Department.options,
    opinions.responsibleDepartment,
    (first, second) => missingForDepartment(first, second, words),
  )
  const fields = { priority, developmentType, responsibleDepartment }
  const all = [priority, developmentType, responsibleDepartment]
  const shown = all.filter(({ certain }) => certain)
  const kept = mergeWords(marked)
  return {
    priority: priority.value,
    developmentType: developmentType.value,
    responsibleDepartment: responsibleDepartment.value,
    confidence: Math.min(...(shown.length > 0 ? shown : all).map(({ probability }) => probability)),
    reasoning:
      reasoningOf({ ...fields, words: marked, signals, learnedFrom: model.learnedFrom }) + whyRare(fields.priority),
    fields,
    words: kept,
    engine: stampOf(model),
  }
}

/** What the named value's own calibration says of it leaves the rest to the others, so that all share out one certainty. */
function sharedOut(opinion: Opinion): Opinion {
  const { probabilities, named, confidence } = opinion
  const others = 1 - probabilities[named]!
  const scale = others > 0 ? (1 - confidence) / others : 0
  return { ...opinion, probabilities: probabilities.map((p, c) => (c === named ? confidence : p * scale)) }
}

/** The priority head names rare values early, lest one be overlooked; where another is likelier the reasoning must say so. */
function whyRare({ value, probability, alternatives }: Classification['fields']['priority']): string {
  const [likelier] = alternatives
  if (!likelier || likelier.probability <= probability) return ''
  const percent = Math.round(likelier.probability * 100)
  return ` ${PRIORITIES[likelier.value]} is likelier (${percent}%); ${PRIORITIES[value]} is named because it is rarer and costs more when it is overlooked.`
}

function fieldOf<T extends string>(
  head: Head,
  values: readonly T[],
  opinion: Opinion,
  missing: (first: T, second: T) => string,
) {
  const ranked = values
    .map((value, c) => ({
      value,
      probability: hundredth(c === opinion.named ? opinion.confidence : opinion.probabilities[c]!),
    }))
    .sort((a, b) => b.probability - a.probability)
  const value = values[opinion.named]!
  const alternatives = ranked.filter((other) => other.value !== value)
  const certain = opinion.confidence >= HEADS[head].enough
  return {
    value,
    probability: hundredth(opinion.confidence),
    certain,
    missing: certain ? null : missing(value, alternatives[0]!.value),
    alternatives,
  }
}

function strongest(weights: ReturnType<typeof explain>, about: Head): DecidingWord[] {
  const most = Math.max(1e-9, ...weights.map(({ weight }) => Math.abs(weight)))
  return weights
    .map(({ field, start, end, text, weight }) => ({
      field,
      start,
      end,
      text,
      weight: hundredth(weight / most),
      about,
    }))
    .filter(({ text, weight }) => Math.abs(weight) >= 0.25 && text.length > 2)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, 6)
}

/** Each place in the text is marked once, for what it says most about. */
function mergeWords(words: readonly DecidingWord[]): DecidingWord[] {
  const best = new Map<string, DecidingWord>()
  for (const word of words) {
    const place = `${word.field} ${word.start}`
    const known = best.get(place)
    if (!known || Math.abs(word.weight) > Math.abs(known.weight)) best.set(place, word)
  }
  return [...best.values()]
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MARKED)
    .sort((a, b) => (a.field === b.field ? a.start - b.start : a.field === 'title' ? -1 : 1))
}

/** How long it will take, with the finished requests that this rests on. `similar` comes from the index, best first. */
export function estimate(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
): OfficeEstimate {
  return estimateDuration(model.durations, subject, history, similar, now)
}

/** The optional part of a classification, from an estimate for the suggested values. */
export function processingTimeOf(time: OfficeEstimate): NonNullable<Classification['processingTime']> {
  const { estimatedDays, low, high, confidence, factors } = time
  return { estimate: rangeInWords(low, high), confidence, factors, days: estimatedDays, low, high }
}

/** The stored analysis of a request: time and complexity with what they rest on. */
export function analyze(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
): Analysis {
  const title = textOf(subject.title)
  const description = textOf(subject.description)
  const opinion = readersOf(model).heads.developmentType.read({ title, description })
  const guessed = opinion.confidence >= HEADS.developmentType.enough ? DevelopmentTypes.options[opinion.named]! : null
  const developmentType = subject.developmentType ?? guessed
  const { rests, usualDays, ...time } = estimate(model, { ...subject, developmentType }, history, similar, now)
  const complexity = complexityOf({
    title,
    description,
    developmentType,
    comparableDays: time.comparables.length >= 3 ? middleOf(time.comparables.map(({ days }) => days)) : NaN,
    usualDays,
  })
  const signals = new Set(signalsOf(title, description).map(({ signal }) => signal))
  const parts = new Set(complexity.parts.map(({ name }) => name))
  const riskFactors: string[] = []
  const recommendations: string[] = []
  if (rests < 20) riskFactors.push(`Only ${rests} requests have been finished so far: the estimate can be far off.`)
  if (time.high > time.low * 8) riskFactors.push('Comparable requests took very different times.')
  if (parts.has('Integration points')) {
    riskFactors.push('It depends on another system and the people who run it.')
    recommendations.push('Agree with the other side on dates and test data before the work starts.')
  }
  if (parts.has('Data migration')) {
    riskFactors.push('Existing data may hold surprises.')
    recommendations.push('Try the change on a copy of the data first and count the exceptions.')
  }
  if (parts.has('Security and law'))
    recommendations.push('Let the responsible unit read the wording before it is built.')
  if (parts.has('Unknowns'))
    recommendations.push('Answer the open questions in the text first: they weigh more than the work itself.')
  if (signals.has('date')) riskFactors.push('The text names a date that must be kept.')
  if (complexity.score >= 7) recommendations.push('Deliver it in parts, the most needed one first.')
  if (time.comparables.length > 0)
    recommendations.push(`Look at ${time.comparables[0]!.requestId} first: it is the most alike.`)
  if (`${title} ${description}`.split(/\s+/).length < 12)
    recommendations.push('Describe in a few sentences what should be different afterwards.')
  return {
    timeEstimate: { ...time, riskFactors, recommendations },
    complexity,
    analysisTimestamp: new Date(now).toISOString(),
    engine: stampOf(model),
  }
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

function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
