import type { Sparse } from '../text/sparse.ts'
import { logSumExp } from './softmax.ts'

/** Multinomial logistic regression on sparse rows; `fit-linear.ts` fits it. */
export interface Linear {
  classes: number
  /** columns × classes, the classes of a column side by side */
  weights: Float32Array
  /** classes: the weight of a feature that every row has */
  bias: Float32Array
}

/** Scores of the classes before the softmax, written to `scores`. */
export function scoreRow({ classes, weights, bias }: Linear, matrix: Sparse, row: number, scores: Float64Array): void {
  const { start, column, value } = matrix
  scores.set(bias)
  for (let i = start[row]!; i < start[row + 1]!; i++) {
    const x = value[i]!
    const base = column[i]! * classes
    for (let c = 0; c < classes; c++) scores[c]! += x * weights[base + c]!
  }
}

/** Natural logarithms of the class probabilities of one row, written to `out` from `offset` on. */
export function logProbabilities(model: Linear, matrix: Sparse, row: number, out: Float32Array, offset = 0): void {
  const scores = new Float64Array(model.classes)
  scoreRow(model, matrix, row, scores)
  const log = logSumExp(scores)
  for (let c = 0; c < scores.length; c++) out[offset + c] = scores[c]! - log
}
