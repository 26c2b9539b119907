import { fitCalibrationCurve, IDENTITY, type CalibrationCurve } from '../engine/classifier/calibration.ts'
import { pooledProbabilities } from '../engine/classifier/classifier.ts'
import { chooseStrength, fitMembers, prepare, type Trial } from '../engine/classifier/trial.ts'
import type { ClassifierOptions } from '../engine/classifier/classifier-input.ts'
import { choose, confidenceOf, fitDecision, logitsOf } from '../engine/classifier/decide.ts'
import { logProbabilitiesOf } from '../engine/classifier/ensemble.ts'
import { FeatureRows } from '../engine/classifier/feature-rows.ts'
import { planFolds } from '../engine/classifier/folds.ts'
import { poolRow, type OutOfFold } from '../engine/classifier/log-linear-pool.ts'
import { fitPool } from '../engine/classifier/fit-pool.ts'
import { looksLikePriority } from '../engine/classifier/priority-names.ts'
import { Predictor } from '../engine/classifier/predictor.ts'
import { isotonicCurve, plattCurve, temperatureCurve } from './plain-calibration.ts'
import type { Said } from './paired.ts'
import type { Draft } from '../engine/text/features.ts'
import { Bag } from '../engine/text/bag.ts'

/** The parts of the classifier; `FULL` is the product's configuration. */
export interface Parts {
  characters: boolean
  bayes: boolean
  ownRarities: boolean
  labelNoise: boolean
  classBias: boolean
  calibration: 'own curve' | 'none' | 'temperature' | 'Platt' | 'isotonic'
  offsets: boolean
  /** distributes what calibration takes from the named class over the others */
  redistribution: boolean
}
export const FULL: Parts = {
  characters: true,
  bayes: true,
  ownRarities: true,
  labelNoise: true,
  classBias: true,
  calibration: 'own curve',
  offsets: true,
  redistribution: true,
}
/** Variants with one part left out or replaced by its plain form; in the last one, all of them. */
export const VARIANTS: Readonly<Record<string, Partial<Parts>>> = {
  'character n-grams': { characters: false },
  'naive Bayes': { bayes: false },
  'rarities for each fold': { ownRarities: false },
  'label noise': { labelNoise: false },
  'class bias': { classBias: false },
  'own curve, against none': { calibration: 'none' },
  'own curve, against temperature': { calibration: 'temperature' },
  "own curve, against Platt's line": { calibration: 'Platt' },
  'own curve, against isotonic': { calibration: 'isotonic' },
  'offsets for rare classes': { offsets: false },
  redistribution: { redistribution: false },
  'all, against one logistic regression with temperature': {
    characters: false,
    bayes: false,
    ownRarities: false,
    labelNoise: false,
    classBias: false,
    calibration: 'temperature',
    offsets: false,
  },
}

export interface LabelledDraft extends Draft {
  label: number
}

/** Fitted models with their predictions for the test rows: the input of the later parts. */
interface Fitted {
  outOfFold: OutOfFold
  /** the members' log-probabilities for each test row */
  testLogs: Float32Array[][]
  trainMs: number
  /** for a single text */
  classifyMs: number
}

export interface Outcome {
  said: Said[]
  trainMs: number
  classifyMs: number
}

/** Trains on `train` and predicts `test` with every variant of the classifier. */
export function runVariants(
  train: readonly LabelledDraft[],
  test: readonly LabelledDraft[],
  names: readonly string[],
  variants: Readonly<Record<string, Partial<Parts>>>,
): Record<string, Outcome> {
  const fits = new Map<string, Fitted>()
  const outcomes: Record<string, Outcome> = {}
  for (const [name, changed] of Object.entries(variants)) {
    const parts = { ...FULL, ...changed }
    const key = `${parts.characters} ${parts.bayes} ${parts.ownRarities}`
    let fitted = fits.get(key)
    if (!fitted) fits.set(key, (fitted = fitModels(train, test, names, parts)))
    outcomes[name] = decide(fitted, test, names, parts)
  }
  return outcomes
}

function fitModels(
  train: readonly LabelledDraft[],
  test: readonly LabelledDraft[],
  names: readonly string[],
  parts: Parts,
): Fitted {
  const startedAt = performance.now()
  const texts = new FeatureRows()
  for (const row of train) texts.add(row)
  if (!parts.characters) {
    texts.characters.clear()
    for (const _ of train) texts.characters.push(new Bag())
  }
  const labels = Int32Array.from(train, ({ label }) => label)
  const overrides: Partial<ClassifierOptions> = {
    ...(parts.characters ? {} : { characters: 0 }),
    ...(parts.ownRarities ? {} : { perFoldIdfBelow: 0 }),
  }
  const whole = prepare({ texts, labels, names }, overrides)
  const prepared = { ...whole, kinds: whole.kinds.filter(({ kind }) => parts.bayes || kind !== 'bayes') }
  const trial: Trial = chooseStrength(prepared, planFolds(prepared.set, prepared.options))
  const members = fitMembers(prepared, trial.strength)
  const trainMs = performance.now() - startedAt

  const report = { rows: train.length, outOfFold: 0, accuracy: 0, macroF1: 0, calibrationError: 0, strength: 0 }
  const decision = { offsets: names.map(() => 0), curve: IDENTITY }
  const { views } = prepared
  const predictor = new Predictor({
    names,
    features: texts.options,
    views,
    members,
    pool: trial.pool,
    decision,
    report,
  })
  const askedAt = performance.now()
  const testLogs = test.map((draft) => {
    const row = predictor.row(draft)
    return members.map((member) => {
      const out = new Float32Array(names.length)
      logProbabilitiesOf(member, row, 0, 0, out, 0)
      return out
    })
  })
  const classifyMs = (performance.now() - askedAt) / Math.max(1, test.length)
  return { outOfFold: trial.outOfFold, testLogs, trainMs, classifyMs }
}

function decide(
  { outOfFold, testLogs, trainMs, classifyMs }: Fitted,
  test: readonly LabelledDraft[],
  names: readonly string[],
  parts: Parts,
): Outcome {
  const startedAt = performance.now()
  const classes = names.length
  const pool = fitPool(outOfFold, parts)
  const probabilities = pooledProbabilities(pool, outOfFold)
  const aim = parts.offsets && looksLikePriority(names) ? 'balance' : 'accuracy'
  const { offsets } = fitDecision(probabilities, outOfFold.labels, classes, aim, outOfFold.weights)
  const { logits, right } = logitsOf(probabilities, outOfFold.labels, classes, offsets)
  const decision = { offsets, curve: curveOf(parts, logits, right, outOfFold.weights) }
  const decidedMs = performance.now() - startedAt
  const predictions = test.map(({ label: truth }, i) => {
    const row = new Float64Array(classes)
    poolRow(pool, testLogs[i]!, 0, row)
    const named = choose(row, 0, decision)
    const confidence = confidenceOf(row[named]!, decision)
    const ofOthers = (1 - confidence) / Math.max(1e-12, 1 - row[named]!)
    const chance = !parts.redistribution ? row[truth]! : truth === named ? confidence : row[truth]! * ofOthers
    return { truth, named, confidence, loss: -Math.log(Math.max(chance, 1e-6)) }
  })
  return { said: predictions, trainMs: trainMs + decidedMs, classifyMs }
}

function curveOf(
  { calibration }: Parts,
  logits: Float64Array,
  right: Uint8Array,
  weights: ArrayLike<number>,
): CalibrationCurve {
  if (calibration === 'none') return IDENTITY
  if (calibration === 'Platt') return plattCurve(logits, right, weights)
  if (calibration === 'temperature') return temperatureCurve(logits, right, weights)
  return calibration === 'isotonic'
    ? isotonicCurve(logits, right, weights)
    : fitCalibrationCurve(logits, right, weights)
}
