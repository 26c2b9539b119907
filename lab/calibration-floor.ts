import { calibrationError } from '../engine/classifier/decide.ts'
import { generator } from '../engine/classifier/random.ts'

const DRAWS = 2000

/**
 * The calibration error that these confidences would have on average if each were exactly true: what so few rows leave to chance,
 * below which no calibration can be expected to come.
 */
export function calibrationFloor(confidences: readonly number[]): number {
  const next = generator(1)
  let sum = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    sum += calibrationError(
      confidences,
      confidences.map((chance) => next() < chance),
    )
  }
  return sum / DRAWS
}
