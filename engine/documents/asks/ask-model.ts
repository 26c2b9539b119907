import { readFileSync } from 'node:fs'
import { calibrate, fitCalibrationCurve, type CalibrationCurve } from '../../classifier/calibration.ts'
import { CONTEXTS, featuresOf, FEATURES, type Context } from './cues.ts'

/** One labelled sentence of ours. */
export interface AskExample {
  isAsk: boolean
  contexts: ReadonlySet<Context>
  sentence: string
}

/** Weight of each feature, and of being a sentence at all. */
interface Weights {
  features: Float64Array
  bias: number
}

/** Strength of the pull towards 0: the corpus is small, and a cue that stands in two sentences proves little. */
const PULL = 0.12
const STEPS = 250
const RATE = 0.5
const FOLDS = 8

/**
 * Whether a sentence asks the office for something: logistic regression on the cues of `cues.ts`, learnt from `corpus.txt`,
 * which we wrote. The probability is calibrated on folds.
 */
export class AskModel {
  private static learnt: AskModel | undefined
  private readonly weights: Weights
  private readonly curve: CalibrationCurve

  /** The one that our own sentences make. */
  static ofCorpus(): AskModel {
    return (this.learnt ??= new AskModel(askExamples()))
  }

  constructor(examples: readonly AskExample[]) {
    const rows = examples.map(({ sentence, contexts }) => featuresOf(sentence, contexts))
    const truth = examples.map(({ isAsk }) => isAsk)
    this.weights = fit(rows, truth)
    this.curve = calibrated(rows, truth)
  }

  probability(sentence: string, contexts: ReadonlySet<Context>): number {
    const logit = scoreOf(this.weights, featuresOf(sentence, contexts))
    return sigmoid(calibrate(this.curve, logit))
  }
}

/** Lines of `1 | context … | sentence`; 0 is no ask. Empty ones and those that begin with # are left out. */
function askExamples(): AskExample[] {
  return readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [label, names, ...rest] = line.split('|').map((part) => part.trim())
      const contexts = (names ?? '').split(/\s+/).filter(Boolean) as Context[]
      const unknown = contexts.find((name) => !CONTEXTS.includes(name))
      if (unknown !== undefined || rest.length === 0) throw new Error(`corpus.txt: ${line}`)
      return { isAsk: label === '1', contexts: new Set(contexts), sentence: rest.join('|') }
    })
}

/** Gradient descent with momentum on the mean log loss; the features are few, so the plainest method will do. */
function fit(rows: readonly number[][], truth: readonly boolean[]): Weights {
  const weights: Weights = { features: new Float64Array(FEATURES.length), bias: 0 }
  const speed = new Float64Array(FEATURES.length)
  let biasSpeed = 0
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Float64Array(FEATURES.length)
    let biasGradient = 0
    rows.forEach((row, at) => {
      const off = sigmoid(scoreOf(weights, row)) - Number(truth[at])
      for (const feature of row) gradient[feature]! += off
      biasGradient += off
    })
    for (let f = 0; f < gradient.length; f++) {
      speed[f] = 0.9 * speed[f]! - (RATE * (gradient[f]! + PULL * weights.features[f]!)) / rows.length
      weights.features[f]! += speed[f]!
    }
    biasSpeed = 0.9 * biasSpeed - (RATE * biasGradient) / rows.length
    weights.bias += biasSpeed
  }
  return weights
}

function calibrated(rows: readonly number[][], truth: readonly boolean[]): CalibrationCurve {
  const logits = new Float64Array(rows.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const isHeld = (_: unknown, at: number) => at % FOLDS !== fold
    const weights = fit(rows.filter(isHeld), truth.filter(isHeld))
    for (let at = fold; at < rows.length; at += FOLDS) logits[at] = scoreOf(weights, rows[at]!)
  }
  return fitCalibrationCurve(logits, Uint8Array.from(truth, Number))
}

function scoreOf(weights: Weights, row: readonly number[]): number {
  let score = weights.bias
  for (const feature of row) score += weights.features[feature]!
  return score
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
