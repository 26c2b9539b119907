import { generator, shuffle } from './random.ts'
import type { Sparse } from '../text/sparse.ts'

/**
 * Multinomial logistic regression on sparse rows, L2-regularised, fitted by stochastic dual coordinate ascent.
 *
 * Minimised: ½‖W‖² + strength · Σ wᵢ · (−ln p(yᵢ | xᵢ)), with p = softmax(Wᵀx). Each row keeps its own distribution q
 * (at first the truth), and W is always Σ strength · wᵢ · xᵢ (yᵢ − qᵢ)ᵀ. A step moves qᵢ towards the model's pᵢ; the duality
 * gap is the sum of strength · wᵢ · KL(qᵢ‖pᵢ), so we know how far from the optimum we are and need no learning rate.
 * Source: Shalev-Shwartz and Zhang, "Accelerated proximal stochastic dual coordinate ascent" (2014), option I–III;
 * the softmax has second derivatives of at most ½, hence smoothness 2 in the step below.
 */
export interface Linear {
  classes: number
  /** columns × classes, the classes of a column side by side */
  weights: Float32Array
  /** classes: the weight of a feature that every row has */
  bias: Float32Array
}

export interface LinearOptions {
  /** inverse of the regularisation; larger fits closer */
  strength: number
  passes: number
  /** stop when the mean KL(q‖p) of a row falls below this */
  tolerance: number
  /** weight of each class, 1 when left out */
  classWeights?: ArrayLike<number>
  /** weight of each row (by row number of the matrix), 1 when left out */
  rowWeights?: ArrayLike<number>
  seed: number
}
export const LINEAR: LinearOptions = { strength: 10, passes: 14, tolerance: 0.01, seed: 1 }

/**
 * @param rows which rows of the matrix to learn from
 * @param labels class of each row of the matrix (by row number)
 */
export function fitLinear(
  matrix: Sparse,
  rows: Uint32Array,
  labels: ArrayLike<number>,
  classes: number,
  options: LinearOptions,
): Linear {
  const { start, column, value } = matrix
  const weights = new Float32Array(matrix.columns * classes)
  const bias = new Float32Array(classes)
  const q = new Float32Array(rows.length * classes)
  for (let i = 0; i < rows.length; i++) q[i * classes + labels[rows[i]!]!] = 1
  const scores = new Float64Array(classes)
  const steps = new Float64Array(classes)
  const moved = new Int32Array(classes)
  const rest = new Uint8Array(rows.length)
  const order = Uint32Array.from(rows, (_, i) => i)
  const random = generator(options.seed)
  for (let pass = 0; pass < options.passes; pass++) {
    shuffle(order, random)
    let gap = 0
    let looked = 0
    for (const i of order) {
      // Rows that had nothing to teach in the last pass are left out of the next ones.
      if (rest[i]! > 0) {
        rest[i]!--
        continue
      }
      const row = rows[i]!
      const [from, to] = [start[row]!, start[row + 1]!]
      const own = i * classes
      const weight =
        options.strength *
        (options.rowWeights ? options.rowWeights[row]! : 1) *
        (options.classWeights ? options.classWeights[labels[row]!]! : 1)
      if (weight <= 0) continue
      scores.set(bias)
      for (let at = from; at < to; at++) {
        const x = value[at]!
        const base = column[at]! * classes
        for (let c = 0; c < classes; c++) scores[c]! += x * weights[base + c]!
      }
      softmax(scores)
      let distance = 0
      let divergence = 0
      for (let c = 0; c < classes; c++) {
        const p = scores[c]!
        const old = q[own + c]!
        const step = p - old
        steps[c] = step
        distance += step * step
        if (old > 1e-9) divergence += old * Math.log(old / Math.max(p, 1e-30))
      }
      if (divergence < 0) divergence = 0
      gap += divergence
      looked++
      if (distance < 1e-7) {
        rest[i] = 2
        continue
      }
      // Rows have length 1; the feature that every row has adds 1 to the squared length.
      const size = Math.min(1, (divergence + distance) / (distance * (2 + 2 * weight)))
      let count = 0
      for (let c = 0; c < classes; c++) {
        const step = size * steps[c]!
        // A class that moves by less than this is left where it is, in q as in W: the two stay in step.
        if (step < 1e-5 && step > -1e-5) continue
        q[own + c]! += step
        steps[c] = -weight * step
        moved[count++] = c
      }
      for (let k = 0; k < count; k++) bias[moved[k]!]! += steps[moved[k]!]!
      if (count === classes) {
        for (let at = from; at < to; at++) {
          const x = value[at]!
          const base = column[at]! * classes
          for (let c = 0; c < classes; c++) weights[base + c]! += x * steps[c]!
        }
      } else {
        for (let at = from; at < to; at++) {
          const x = value[at]!
          const base = column[at]! * classes
          for (let k = 0; k < count; k++) weights[base + moved[k]!]! += x * steps[moved[k]!]!
        }
      }
      if (distance < 1e-4) rest[i] = 1
    }
    if (looked === 0 || gap / rows.length < options.tolerance) break
  }
  return { classes, weights, bias }
}

/** Natural logarithms of the class probabilities of one row, written to `out` from `offset` on. */
export function logProbabilities(model: Linear, matrix: Sparse, row: number, out: Float32Array, offset = 0): void {
  const { classes, weights, bias } = model
  const scores = new Float64Array(classes)
  scores.set(bias)
  for (let at = matrix.start[row]!; at < matrix.start[row + 1]!; at++) {
    const x = matrix.value[at]!
    const base = matrix.column[at]! * classes
    for (let c = 0; c < classes; c++) scores[c]! += x * weights[base + c]!
  }
  const log = logSumExp(scores)
  for (let c = 0; c < classes; c++) out[offset + c] = scores[c]! - log
}

export function logSumExp(scores: ArrayLike<number>, from = 0, count = scores.length): number {
  let most = -Infinity
  for (let c = from; c < from + count; c++) if (scores[c]! > most) most = scores[c]!
  if (most === -Infinity) return -Infinity
  let sum = 0
  for (let c = from; c < from + count; c++) sum += Math.exp(scores[c]! - most)
  return most + Math.log(sum)
}

/** In place. */
function softmax(scores: Float64Array): void {
  let most = -Infinity
  for (let c = 0; c < scores.length; c++) if (scores[c]! > most) most = scores[c]!
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp(scores[c]! - most)
  for (let c = 0; c < scores.length; c++) scores[c]! /= sum
}
