import { calibrationError } from '../engine/classifier/decide.ts'
import { generator } from '../engine/classifier/random.ts'

const DRAWS = 2000

/**
 * The calibration error that these confidences would have on average if each were exactly true: what so few rows leave to chance,
 * below which no calibration can be expected to come; and how often chance alone would leave as much as was measured.
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
 * Squared calibration error over bins of equally many rows, less the variance that the share of right answers has in each bin: on
 * average the true one, however few the rows, and below zero where chance fell that way. The square is taken because only for it is
 * the correction exact. Source: Kumar, Liang and Ma, "Verified Uncertainty Calibration" (2019), section 4.
 */
export function debiasedSquare(confidences: readonly number[], right: readonly boolean[]): number {
  const order = confidences.map((_, at) => at).sort((one, other) => confidences[one]! - confidences[other]!)
  const bins = Math.min(BINS, Math.floor(order.length / 2))
  let sum = 0
  for (let bin = 0; bin < bins; bin++) {
    const rows = order.slice(Math.round((bin * order.length) / bins), Math.round(((bin + 1) * order.length) / bins))
    const said = mean(rows.map((at) => confidences[at]!))
    const was = mean(rows.map((at) => Number(right[at])))
    sum += rows.length * ((said - was) ** 2 - (was * (1 - was)) / (rows.length - 1))
  }
  return sum / Math.max(1, order.length)
}

/** The square as a distance of chances; negative where the square is. */
export function signedRoot(square: number): number {
  return Math.sign(square) * Math.sqrt(Math.abs(square))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
