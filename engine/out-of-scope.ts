import { sigmoid } from './classifier/logistic.ts'

/**
 * Detects questions that are none of ours: a logistic regression on a few features from the classifier and the nearest known
 * questions.
 */
export interface OutOfScopeModel {
  /** weights of the scaled features, the intercept last */
  weights: number[]
  /** mean and standard deviation used to scale each feature */
  scale: { mean: number[]; spread: number[] }
  /** above this probability the answer is "none of ours" */
  threshold: number
}

const FEATURE_COUNT = 7
/** Accepts every question. */
export const ALL_IN_SCOPE: OutOfScopeModel = {
  weights: Array.from({ length: FEATURE_COUNT + 1 }, () => 0),
  scale: { mean: [], spread: [] },
  threshold: 1,
}

const STEPS = 400
const STEP = 1.5
const LINE_PENALTY = 0.5

/** A question that the classifier was not trained on. */
export interface OutOfScopeExample {
  features: readonly number[]
  isOutOfScope: boolean
  /** whether the classifier names the right one of our questions */
  isRight: boolean
}

/** @param refusalWeight weight of the share of refused out-of-scope questions against the share of ours answered rightly */
export function fitOutOfScope(examples: readonly OutOfScopeExample[], refusalWeight: number): OutOfScopeModel {
  const features = examples.map((example) => example.features)
  const { weights, scale } = fitWeights(
    features,
    examples.map(({ isOutOfScope }) => isOutOfScope),
  )
  const model = { weights, scale, threshold: 1 }
  const scores = features.map((row) => outOfScopeProbability(model, row))
  return { ...model, threshold: bestThreshold(scores, examples, refusalWeight) }
}

export function outOfScopeProbability({ weights, scale }: OutOfScopeModel, features: readonly number[]): number {
  let score = weights.at(-1)!
  features.forEach((x, k) => (score += weights[k]! * ((x - (scale.mean[k] ?? 0)) / (scale.spread[k] ?? 1))))
  return sigmoid(score)
}

/** Gradient descent on scaled features, with a light L2 penalty. */
function fitWeights(
  rows: readonly (readonly number[])[],
  outOfScope: readonly boolean[],
): Pick<OutOfScopeModel, 'weights' | 'scale'> {
  const total = Math.max(1, rows.length)
  const mean = Array.from({ length: FEATURE_COUNT }, (_, k) => rows.reduce((sum, row) => sum + row[k]!, 0) / total)
  const spread = mean.map((m, k) => Math.sqrt(rows.reduce((sum, row) => sum + (row[k]! - m) ** 2, 0) / total) || 1)
  const scaled = rows.map((row) => row.map((x, k) => (x - mean[k]!) / spread[k]!))
  const share = outOfScope.filter(Boolean).length / total
  const weights = [...mean.map(() => 0), Math.log((share + 1e-3) / (1 - share + 1e-3))]
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, k) => (k < FEATURE_COUNT ? (LINE_PENALTY * weight) / total : 0))
    scaled.forEach((row, i) => {
      let score = weights[FEATURE_COUNT]!
      for (let k = 0; k < FEATURE_COUNT; k++) score += weights[k]! * row[k]!
      const off = (sigmoid(score) - (outOfScope[i] ? 1 : 0)) / total
      for (let k = 0; k < FEATURE_COUNT; k++) gradient[k]! += off * row[k]!
      gradient[FEATURE_COUNT]! += off
    })
    for (let k = 0; k <= FEATURE_COUNT; k++) weights[k]! -= STEP * gradient[k]!
  }
  return { weights, scale: { mean, spread } }
}

/** The threshold that maximises (share of ours answered rightly) + weight × (share of out-of-scope questions refused). */
function bestThreshold(
  scores: readonly number[],
  examples: readonly OutOfScopeExample[],
  refusalWeight: number,
): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  const foreign = Math.max(1, examples.filter(({ isOutOfScope }) => isOutOfScope).length)
  const ours = Math.max(1, examples.length - foreign)
  let value = 0
  let best = { value: 0, threshold: 1 }
  order.forEach((i, index) => {
    const { isOutOfScope, isRight } = examples[i]!
    value += isOutOfScope ? refusalWeight / foreign : isRight ? -1 / ours : 0
    const next = order[index + 1]
    const edge = next === undefined ? scores[i]! / 2 : (scores[i]! + scores[next]!) / 2
    if (value > best.value) best = { value, threshold: edge }
  })
  return best.threshold
}
