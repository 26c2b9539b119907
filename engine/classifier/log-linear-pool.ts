import { logSumExp } from './softmax.ts'

/**
 * Combines the probabilities of several models: q ∝ Π pₘ^powerₘ · e^classBias. One model with one power is temperature scaling.
 * Some labels do not follow from their text (label noise). A power could express that only by making clear texts look doubtful,
 * so it is modelled separately: p = (1 − labelNoise) · q + labelNoise · classShares.
 * Source: Guo et al., "On calibration of modern neural networks" (2017); Genest and Zidek (1986) for logarithmic pools; Copas,
 * "Binary regression models for contaminated data" (1988) for label noise.
 */
export interface LogLinearPool {
  powers: number[]
  /** per class: corrects the class shares; zeros when there are too few rows */
  classBias: number[]
  /** share of the labels that do not follow from their text */
  labelNoise: number
  /** per class: the distribution of those labels */
  classShares: number[]
}

/** Predictions for rows that the models were not fitted on: `logs[m]` holds rows × classes log-probabilities of model m. */
export interface OutOfFold {
  logs: Float32Array[]
  /** the training set's number of each row */
  rows: Uint32Array
  labels: Int32Array
  weights: Float64Array
  classes: number
}

export function scoreRow(
  { powers, classBias }: LogLinearPool,
  logs: readonly Float32Array[],
  offset: number,
  out: Float64Array,
) {
  for (let c = 0; c < out.length; c++) {
    let score = classBias[c]!
    for (let m = 0; m < logs.length; m++) score += powers[m]! * logs[m]![offset + c]!
    out[c] = score
  }
}

/** Probabilities of one row, written to `out`. */
export function poolRow(pool: LogLinearPool, logs: readonly Float32Array[], offset: number, out: Float64Array): void {
  const { labelNoise, classShares } = pool
  scoreRow(pool, logs, offset, out)
  const log = logSumExp(out)
  for (let c = 0; c < out.length; c++) {
    out[c] = (1 - labelNoise) * Math.exp(out[c]! - log) + labelNoise * classShares[c]!
  }
}

export function meanLoss(pool: LogLinearPool, { logs, labels, weights, classes }: OutOfFold): number {
  const out = new Float64Array(classes)
  let loss = 0
  for (let i = 0; i < labels.length; i++) {
    poolRow(pool, logs, i * classes, out)
    loss -= weights[i]! * Math.log(Math.max(out[labels[i]!]!, 1e-12))
  }
  return loss / Math.max(1, sumOf(weights))
}

export function sumOf(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!
  return sum
}
