import { calibrationError, scoresOf } from '../engine/classifier/scores.ts'

/** The prediction for one test row. */
export interface Said {
  truth: number
  named: number
  confidence: number
  /** −ln of the probability given to the true class */
  loss: number
}

export const METRICS = ['accuracy', 'macroF1', 'calibrationError', 'logLoss'] as const
export type Metric = (typeof METRICS)[number]
export type Metrics = Record<Metric, number>

export function metricsOf(predictions: readonly Said[], classes: number): Metrics {
  const named = predictions.map((row) => row.named)
  const truth = predictions.map((row) => row.truth)
  return {
    ...scoresOf(named, truth, classes),
    calibrationError: calibrationError(
      predictions.map(({ confidence }) => confidence),
      named.map((name, i) => name === truth[i]),
    ),
    logLoss: predictions.reduce((sum, { loss }) => sum + loss, 0) / Math.max(1, predictions.length),
  }
}

export interface Difference {
  mean: number
  standardError: number
}

/** The mean of independent differences, with its standard error. */
export function meanDifference(differences: readonly number[]): Difference {
  const count = differences.length
  const mean = differences.reduce((sum, x) => sum + x, 0) / count
  const variance = differences.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, count - 1)
  return { mean, standardError: Math.sqrt(variance / count) }
}

/** The difference over all rows of one set, its standard error by leaving out one block of rows at a time (jackknife). */
export function jackknife(blocks: number, differenceWithout: (block: number | null) => number): Difference {
  const partial = Array.from({ length: blocks }, (_, block) => differenceWithout(block))
  const mean = partial.reduce((sum, x) => sum + x, 0) / blocks
  const squares = partial.reduce((sum, x) => sum + (x - mean) ** 2, 0)
  return { mean: differenceWithout(null), standardError: Math.sqrt(((blocks - 1) / blocks) * squares) }
}

/** The mean of the differences of several sets. */
export function average(differences: readonly Difference[]): Difference {
  const count = differences.length
  return {
    mean: differences.reduce((sum, { mean }) => sum + mean, 0) / count,
    standardError: Math.sqrt(differences.reduce((sum, { standardError }) => sum + standardError ** 2, 0)) / count,
  }
}
