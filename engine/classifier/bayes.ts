import type { Sparse } from '../text/sparse.ts'
import type { Linear } from './linear.ts'
import { logSumExp } from './softmax.ts'

/** Pseudo-count of every feature in each class, in rows. */
const SMOOTHING = 0.1

/**
 * Complement naive Bayes as a linear model: the weight of a feature for a class is how rare it is in all *other* classes. It is
 * coarse but has no training that could fail, so it stabilises the linear model where a class has few rows. Its scores are
 * strongly overconfident; `log-linear-pool.ts` fits the power that corrects them.
 * Source: Rennie et al., "Tackling the poor assumptions of naive Bayes text classifiers" (2003), without their last step.
 * @param rowWeights how much each row of the matrix counts, 1 when left out
 */
export function fitBayes(
  matrix: Sparse,
  rows: Uint32Array,
  labels: ArrayLike<number>,
  classes: number,
  rowWeights?: ArrayLike<number>,
): Linear {
  const { start, column, value, columns } = matrix
  const weights = new Float32Array(columns * classes)
  const ofColumn = new Float32Array(columns)
  const ofClass = new Float64Array(classes)
  for (const row of rows) {
    const label = labels[row]!
    for (let i = start[row]!; i < start[row + 1]!; i++) {
      const x = value[i]! * (rowWeights ? rowWeights[row]! : 1)
      weights[column[i]! * classes + label]! += x
      ofColumn[column[i]!]! += x
      ofClass[label]! += x
    }
  }
  let all = 0
  let present = 0
  for (const mass of ofClass) all += mass
  for (let f = 0; f < columns; f++) if (ofColumn[f]! > 0) present++
  const floor = SMOOTHING * present
  for (let f = 0; f < columns; f++) {
    const base = f * classes
    if (ofColumn[f] === 0) continue
    let mean = 0
    for (let c = 0; c < classes; c++) {
      const others = ofColumn[f]! - weights[base + c]! + SMOOTHING
      const weight = -Math.log(others / (all - ofClass[c]! + floor))
      weights[base + c] = weight
      mean += weight
    }
    // Only differences between classes matter; centred weights keep the sums small.
    mean /= classes
    for (let c = 0; c < classes; c++) weights[base + c]! -= mean
  }
  return { classes, weights, bias: new Float32Array(classes) }
}

/** Keeps a row's scores within a few units before the pool raises them to its power. */
export const BAYES_SCALE = 4

export function bayesLogProbabilities(model: Linear, matrix: Sparse, row: number, out: Float32Array, offset = 0): void {
  const { classes, weights } = model
  const scores = new Float64Array(classes)
  for (let i = matrix.start[row]!; i < matrix.start[row + 1]!; i++) {
    const x = matrix.value[i]! * BAYES_SCALE
    const base = matrix.column[i]! * classes
    for (let c = 0; c < classes; c++) scores[c]! += x * weights[base + c]!
  }
  const log = logSumExp(scores)
  for (let c = 0; c < classes; c++) out[offset + c] = scores[c]! - log
}
