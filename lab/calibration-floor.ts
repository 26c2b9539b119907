import { calibrationError } from '../engine/classifier/scores.ts'
import { generator } from '../engine/classifier/random.ts'

const DRAWS = 2000

/**
 * The expected calibration error if every confidence were exactly true (the floor that the number of rows imposes), and the
 * probability that chance alone causes at least the measured error.
 */
export function calibrationByChance(
  confidences: readonly number[],
  measured: number,
): { floor: number; asMuch: number } {
  const next = generator(1)
  const errors = Array.from({ length: DRAWS }, () =>
    calibrationError(
      confidences,
      confidences.map((chance) => next() < chance),
    ),
  )
  return {
    floor: errors.reduce((sum, error) => sum + error, 0) / DRAWS,
    asMuch: errors.filter((error) => error >= measured).length / DRAWS,
  }
}

const BINS = 10

/**
 * Squared calibration error over bins of equal size, minus the variance of the share of right answers in each bin: an unbiased
 * estimate however few the rows, which can be negative by chance. The square is used because only for it the correction is
 * exact. Source: Kumar, Liang and Ma, "Verified Uncertainty Calibration" (2019), section 4.
 */
export function debiasedSquare(confidences: readonly number[], right: readonly boolean[]): number {
  const order = confidences.map((_, i) => i).sort((a, b) => confidences[a]! - confidences[b]!)
  const bins = Math.min(BINS, Math.floor(order.length / 2))
  let sum = 0
  for (let bin = 0; bin < bins; bin++) {
    const rows = order.slice(Math.round((bin * order.length) / bins), Math.round(((bin + 1) * order.length) / bins))
    const confidence = mean(rows.map((at) => confidences[at]!))
    const was = mean(rows.map((at) => Number(right[at])))
    sum += rows.length * ((confidence - was) ** 2 - (was * (1 - was)) / (rows.length - 1))
  }
  return sum / Math.max(1, order.length)
}

/** Signed square root, on the scale of probabilities. */
export function signedRoot(square: number): number {
  return Math.sign(square) * Math.sqrt(Math.abs(square))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
