import { flatten } from './calibration.ts'
import type { ClassifierOptions, LabelledTexts } from './classifier-input.ts'
import { confidenceOf, fitDecision, LIKELIEST, nameRow, type Decision, type MayName } from './decide.ts'
import type { EnsembleMember } from './ensemble.ts'
import { planFolds } from './folds.ts'
import { poolRow, type LogLinearPool, type OutOfFold } from './log-linear-pool.ts'
import { looksLikePriority } from './priority-names.ts'
import { recordOf } from './record.ts'
import { calibrationError, scoresOf } from './scores.ts'
import { chooseStrength, fitMembers, prepare, type Prepared } from './trial.ts'
import type { FeatureOptions } from '../text/features.ts'
import type { View } from '../text/sparse.ts'

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
  const decision = { ...fitted, ...recordFor(given, probabilities, named, outOfFold, fitted, options) }
  const report = { rows: set.labels.length, strength, ...measure(probabilities, named, outOfFold, decision) }
  return {
    classifier: assemble(given, prepared, strength, { pool, decision, report }),
    namedOutOfFold: new Map(Array.from(named, (c, i) => [outOfFold.rows[i]!, c])),
  }
}

function assemble(
  { names, texts }: LabelledTexts,
  prepared: Prepared,
  strength: number,
  rest: Pick<Classifier, 'pool' | 'decision' | 'report'>,
): Classifier {
  return { names, features: texts.options, views: prepared.views, members: fitMembers(prepared, strength), ...rest }
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
  { decided, rowWeights }: Pick<LabelledTexts, 'decided' | 'rowWeights'>,
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
  return { record: recordOf(confidences, right, recordPrior, rowWeights && places.map((at) => rowWeights[rows[at]!]!)) }
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
