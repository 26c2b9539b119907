import { flatten } from './calibration.ts'
import {
  calibrationError,
  confidenceOf,
  fitDecision,
  LIKELIEST,
  nameRow,
  scoresOf,
  type Decision,
  type MayName,
} from './decide.ts'
import {
  fitEnsembleMember,
  memberKinds,
  type EnsembleMember,
  type EnsembleMemberKind,
  type TrainingSet,
} from './ensemble.ts'
import type { FeatureRows } from './feature-rows.ts'
import { planFolds, type Fold, type SpecialRows } from './folds.ts'
import { fitPool, meanLoss, poolRow, type LogLinearPool, type OutOfFold } from './log-linear-pool.ts'
import { concatenate, predictOutOfFold, weighRows, type DictionarySize } from './out-of-fold.ts'
import { looksLikePriority } from './priority-names.ts'
import { recordOf, type RecordPrior } from './record.ts'
import type { FeatureOptions } from '../text/features.ts'
import type { View } from '../text/sparse.ts'

export interface LabelledTexts extends SpecialRows {
  texts: FeatureRows
  /** class of each row, an index into `names` */
  labels: Int32Array
  names: readonly string[]
  /** group of each row when every group gets a separate model */
  groups?: Int32Array
  /** weight of each row, in learning and in calibration; 1 when left out */
  rowWeights?: Float32Array
  /** 1 for the rows that people of the office decided: their out-of-fold accuracy is the classifier's record */
  decided?: Uint8Array
  /** whether a row may get a class although another one is likelier; all may when left out */
  isAllowedClass?: MayName
}

export interface ClassifierOptions {
  aim: 'auto' | 'accuracy' | 'balance'
  /** inverse regularisations to choose from */
  strengths: readonly number[]
  folds: number
  /** weight of the character view, against 1 for words */
  characters: number
  /** below this many rows in a group each fold computes its own idf */
  perFoldIdfBelow: number
  seed: number
  /** budget for choosing and calibrating, in multiplications; larger data is sampled */
  budget: number
  /** share by which confidence is reduced beyond what the folds suggest: new texts differ more from old ones than folds do */
  caution: number
  /** prior of the record while people have decided little; no record is kept when left out */
  recordPrior?: RecordPrior
}
const DEFAULTS: ClassifierOptions = {
  aim: 'auto',
  strengths: [6, 24],
  folds: 5,
  characters: 0.8,
  // With more rows a fold hardly changes the idf, and recomputing it takes as long as the training.
  perFoldIdfBelow: 1000,
  seed: 1,
  budget: 4e9,
  caution: 0,
}

export interface Classifier {
  names: readonly string[]
  features: FeatureOptions
  views: View[]
  members: EnsembleMember[]
  pool: LogLinearPool
  decision: Decision
  /** measured out of fold */
  report: {
    rows: number
    outOfFold: number
    accuracy: number
    macroF1: number
    calibrationError: number
    strength: number
  }
}

/** The training data of a classifier, with the settings for its size. */
export interface Prepared {
  set: TrainingSet
  views: View[]
  kinds: readonly EnsembleMemberKind[]
  options: ClassifierOptions
  /** the training set for a fold's models */
  setFor: (train: Uint32Array) => TrainingSet
}

/** The models of one regularisation with their out-of-fold predictions. */
export interface Trial {
  strength: number
  outOfFold: OutOfFold
  pool: LogLinearPool
  loss: number
}

export interface Trained {
  classifier: Classifier
  /** the class named for each row that was tested out of fold */
  namedOutOfFold: Map<number, number>
}

/** Deterministic and without side effects beyond clearing `given.texts`. */
export function trainClassifier(given: LabelledTexts, overrides: Partial<ClassifierOptions> = {}): Classifier {
  return trainWithAnswers(given, overrides).classifier
}

/** Trains on nearly the same rows and the same classes as `like`, and reuses its calibration instead of measuring it again. */
export function trainWithCalibrationOf(
  given: LabelledTexts,
  overrides: Partial<ClassifierOptions>,
  like: Classifier,
): Classifier {
  const prepared = prepare(given, overrides)
  given.texts.clear()
  const { pool, decision, report } = like
  return assemble(given, prepared, report.strength, {
    pool,
    decision,
    report: { ...report, rows: given.labels.length },
  })
}

export function trainWithAnswers(given: LabelledTexts, overrides: Partial<ClassifierOptions> = {}): Trained {
  const prepared = prepare(given, overrides)
  const { set, options } = prepared
  const { strength, outOfFold, pool } = chooseStrength(prepared, planFolds(set, options, given))
  given.texts.clear()
  const probabilities = pooledProbabilities(pool, outOfFold)
  const isAllowedClass: MayName = (i, c) => !given.isAllowedClass || given.isAllowedClass(outOfFold.rows[i]!, c)
  const fitted = decisionFor(given.names, probabilities, outOfFold, options, isAllowedClass)
  const named = Uint32Array.from(outOfFold.labels, (_, i) => nameRow(probabilities, i, fitted, isAllowedClass))
  const decision = { ...fitted, ...recordFor(given.decided, probabilities, named, outOfFold, fitted, options) }
  const report = { rows: set.labels.length, strength, ...measure(probabilities, named, outOfFold, decision) }
  return {
    classifier: assemble(given, prepared, strength, { pool, decision, report }),
    namedOutOfFold: new Map(Array.from(named, (c, i) => [outOfFold.rows[i]!, c])),
  }
}

export function prepare(given: LabelledTexts, overrides: Partial<ClassifierOptions>): Prepared {
  const options = { ...DEFAULTS, ...overrides }
  const { texts, labels, names, groups, rowWeights } = given
  const classes = Math.max(1, names.length)
  const groupCount = groups ? groups.reduce((most, group) => Math.max(most, group), 0) + 1 : 1
  const size: DictionarySize = {
    minRows: texts.rows < 1500 ? 1 : texts.rows < 30_000 ? 2 : 4,
    maxFeatures: Math.max(20_000, Math.min(600_000, Math.floor(48_000_000 / classes / Math.min(groupCount, 40)))),
    characters: options.characters,
  }
  const { views, matrix } = weighRows(texts, size)
  const set = { matrix, labels, classes, groups, groupCount, seed: options.seed, rowWeights }
  const hasOwnRarities = texts.rows < options.perFoldIdfBelow * groupCount
  if (!hasOwnRarities) texts.clear()
  const setFor = (train: Uint32Array) =>
    hasOwnRarities ? { ...set, matrix: weighRows(texts, size, train).matrix } : set
  return { set, views, kinds: memberKinds(groupCount), options, setFor }
}

/** Compares the regularisations out of fold. With many rows one fold decides; the remaining folds then try only the better one. */
export function chooseStrength(prepared: Prepared, folds: readonly Fold[]): Trial {
  const { set, kinds, options, setFor } = prepared
  const predict = (strength: number, chosen: readonly Fold[]) =>
    predictOutOfFold(chosen, kinds, strength, set.classes, setFor)
  const strengths = folds.length > 0 ? options.strengths : options.strengths.slice(0, 1)
  const compared = set.labels.length > 1200 && strengths.length > 1 ? folds.slice(0, 1) : folds
  const best = strengths
    .map((strength) => trialOf(strength, predict(strength, compared)))
    .reduce((a, b) => (b.loss < a.loss ? b : a))
  const others = folds.slice(compared.length)
  if (others.length === 0) return best
  return trialOf(best.strength, concatenate(best.outOfFold, predict(best.strength, others)))
}

function trialOf(strength: number, outOfFold: OutOfFold): Trial {
  const pool = fitPool(outOfFold)
  return { strength, outOfFold, pool, loss: meanLoss(pool, outOfFold) }
}

function assemble(
  { names, texts }: LabelledTexts,
  prepared: Prepared,
  strength: number,
  rest: Pick<Classifier, 'pool' | 'decision' | 'report'>,
): Classifier {
  return { names, features: texts.options, views: prepared.views, members: fitMembers(prepared, strength), ...rest }
}

/** The final ensemble members, fitted on all rows. */
export function fitMembers({ set, kinds }: Prepared, strength: number): EnsembleMember[] {
  const every = Uint32Array.from(set.labels, (_, row) => row)
  return kinds.map((kind) => fitEnsembleMember(set, kind, strength, every))
}

/** rows × classes */
export function pooledProbabilities(pool: LogLinearPool, { logs, labels, classes }: OutOfFold): Float64Array {
  const probabilities = new Float64Array(labels.length * classes)
  for (let i = 0; i < labels.length; i++) {
    poolRow(pool, logs, i * classes, probabilities.subarray(i * classes, (i + 1) * classes))
  }
  return probabilities
}

function decisionFor(
  names: readonly string[],
  probabilities: Float64Array,
  { labels, classes, weights }: OutOfFold,
  options: ClassifierOptions,
  isAllowedClass: MayName,
): Decision {
  if (labels.length === 0) return LIKELIEST(classes)
  const aim = options.aim === 'auto' && looksLikePriority(names) ? 'balance' : options.aim
  const decision = fitDecision(probabilities, labels, classes, aim, weights, isAllowedClass)
  return { ...decision, curve: flatten(decision.curve, options.caution) }
}

/** Accuracy on people's decisions, predicted out of fold by models that had not learnt from them. */
function recordFor(
  decided: Uint8Array | undefined,
  probabilities: Float64Array,
  named: Uint32Array,
  { rows, labels, classes }: OutOfFold,
  decision: Decision,
  { recordPrior }: ClassifierOptions,
): Pick<Decision, 'record'> {
  if (!recordPrior) return {}
  const places = [...rows.keys()].filter((at) => decided?.[rows[at]!] === 1)
  const confidences = places.map((at) => confidenceOf(probabilities[at * classes + named[at]!]!, decision))
  const right = places.map((at) => named[at] === labels[at])
  return { record: recordOf(confidences, right, recordPrior) }
}

function measure(probabilities: Float64Array, named: Uint32Array, { labels, classes }: OutOfFold, decision: Decision) {
  const confidences = Float64Array.from(named, (c, i) => confidenceOf(probabilities[i * classes + c]!, decision))
  const right = Uint8Array.from(named, (c, i) => (c === labels[i] ? 1 : 0))
  return {
    outOfFold: labels.length,
    ...scoresOf(named, labels, classes),
    calibrationError: calibrationError(confidences, right),
  }
}
