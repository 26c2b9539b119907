import { trainWithAnswers, type Classifier } from './classifier/classifier.ts'
import { FeatureRows } from './classifier/feature-rows.ts'
import { emptyDurations, trainDurations } from './durations/duration-model.ts'
import type { DayUnit, HistoryRow } from './durations/history.ts'
import type { WorkCalendar } from './durations/work-days.ts'
import { draftFor } from './draft-for.ts'
import { HEAD_NAMES, HEADS, labelOf, type Head, type TrainingExample } from './heads.ts'
import type { IntentModel } from './intents.ts'
import { labelWeights } from './label-weights.ts'
import { trainIntents, type Question } from './train-intents.ts'
import type { Model } from './model.ts'
import { isSupportedBySignal, signalsOf } from './reasons/signals.ts'
import { featuresFor } from './text/features.ts'
import { ENGINE_NAME, ENGINE_VERSION } from './version.ts'

export interface TrainOptions {
  /** our starting texts; empty for a model without them */
  corpus: readonly TrainingExample[]
  /** training questions, or the model already trained on the same ones */
  questions: readonly Question[] | IntentModel
  history: readonly HistoryRow[]
  unit: DayUnit
  /** the office's working days */
  calendar?: WorkCalendar | undefined
  /** ms since 1970; later data is not used */
  now: number
}

/** Predictions for the newest examples by a model trained without them, by example number; the head's value. */
export type HeldBackAnswers = Record<Head, ReadonlyMap<number, string>>

/** Weight of the office's decisions at which each text of the corpus counts half; it falls as decisions arrive. */
const CORPUS_COUNTS_AS = 120
/** Confidence is reduced: the office's texts change with its projects, and the starting corpus is not the office's at all. */
const CAUTION = 0.2
/**
 * Prior of the record before people have decided anything. With the starting corpus alone, the most confident quarter of texts
 * by another author (golden rows 1 to 202) was right in 0.69 for the priority, 0.90 for the type, 0.84 for the department.
 */
const EXPECTED_RECORD: Record<Head, number> = { priority: 0.7, developmentType: 0.85, responsibleDepartment: 0.85 }
/** Weight of that prior, in decisions. */
const EXPECTED_FROM = 12
/**
 * Weight of refusing an out-of-scope question against answering one of ours. On folds over our own questions it is the smallest
 * weight at which four out-of-scope questions in five are refused.
 */
const REFUSING = 0.6

/** @param examples the office's own requests, oldest first */
export function train(examples: readonly TrainingExample[], options: TrainOptions): Model {
  return trainHoldingBack(examples, options, 0).model
}

/**
 * One training that also predicts the newest examples with a model trained without them.
 * @param examples the office's own requests, oldest first
 * @param count number of newest examples
 */
export function trainHoldingBack(
  examples: readonly TrainingExample[],
  options: TrainOptions,
  count: number,
): { model: Model; heldBack: HeldBackAnswers } {
  const { questions, history, unit, now, calendar } = options
  const heads = {} as Record<Head, Classifier>
  const heldBack = {} as Record<Head, Map<number, string>>
  const ownExamples = {} as Record<Head, number>
  for (const head of HEAD_NAMES) {
    const trained = trainHead(head, examples, options.corpus, examples.length - count)
    heads[head] = trained.classifier
    heldBack[head] = trained.heldBack
    ownExamples[head] = trained.own
  }
  const model: Model = {
    name: ENGINE_NAME,
    version: ENGINE_VERSION,
    heads,
    ownExamples,
    intents: 'classifier' in questions ? questions : trainIntents(questions, [16], REFUSING),
    durations: history.length > 0 ? trainDurations(history, unit, now, undefined, calendar) : emptyDurations(unit),
    learnedFrom: examples.filter((row) => HEAD_NAMES.some((head) => labelOf(row, head) !== null)).length,
  }
  return { model, heldBack }
}

/** Minimum decisions for a department of the office to become a label: fewer say nothing about its words. */
const MIN_DECISIONS = 3

/** The labels of a head: its own values, and the departments that people have decided for. */
function namesOf(head: Head, examples: readonly TrainingExample[]): readonly string[] {
  const values: readonly string[] = HEADS[head].values
  if (head !== 'responsibleDepartment') return values
  const decided = Map.groupBy(examples, (row) => labelOf(row, head))
  const others = [...decided].flatMap(([name, rows]) =>
    name !== null && !values.includes(name) && rows.length >= MIN_DECISIONS ? [name] : [],
  )
  return [...values, ...others.sort()]
}

function trainHead(
  head: Head,
  examples: readonly TrainingExample[],
  corpus: readonly TrainingExample[],
  newestFrom: number,
): { classifier: Classifier; heldBack: Map<number, string>; own: number } {
  const names = namesOf(head, examples)
  const numbers = [...examples.keys()].filter((number) => names.includes(labelOf(examples[number]!, head) ?? ''))
  const own = numbers.length
  const all = [...numbers.map((number) => examples[number]!), ...corpus.filter((row) => labelOf(row, head) !== null)]
  const texts = new FeatureRows(featuresFor(all.length))
  const signals = head === 'priority' ? all.map(({ title, description }) => signalsOf(title, description)) : []
  all.forEach(({ title, description }, i) => texts.add(draftFor(head, title, description, signals[i])))
  const { weights, faded } = labelWeights(
    all.map((row, i) => ({ label: labelOf(row, head)!, by: row.taughtBy?.[head], isCorpus: i >= own })),
    (decisions) => CORPUS_COUNTS_AS / (CORPUS_COUNTS_AS + decisions),
  )
  const { classifier, namedOutOfFold } = trainWithAnswers(
    {
      texts,
      labels: Int32Array.from(all, (row) => names.indexOf(labelOf(row, head)!)),
      names,
      rowWeights: weights,
      decided: Uint8Array.from(all, (_, i) => (i < own ? 1 : 0)),
      ...(head === 'priority' && {
        isAllowedClass: (row: number, named: number) =>
          isSupportedBySignal(signals[row]!, HEADS.priority.values[named]!),
      }),
      newest: Uint8Array.from(all, (_, i) => (i < own && numbers[i]! >= newestFrom ? 1 : 0)),
    },
    {
      aim: HEADS[head].aim,
      caution: CAUTION * faded,
      recordPrior: { share: EXPECTED_RECORD[head], decisions: EXPECTED_FROM },
    },
  )
  const heldBack = new Map<number, string>()
  numbers.forEach((number, i) => {
    const named = namedOutOfFold.get(i)
    if (number >= newestFrom && named !== undefined) heldBack.set(number, names[named]!)
  })
  return { classifier, heldBack, own }
}
