/** A calibrated probability in whole percent. At most 99: a guess is never shown as certain. */
export function chancePercent(probability: number): number {
  return Math.min(99, Math.round(probability * 100))
}

/** The same as text: `72%`. */
export function formatChance(probability: number): string {
  return `${chancePercent(probability)}%`
}

/** Probability from which a suggestion counts as sure. */
export const SURE = 0.8

/** A suggestion that is wrong more often than three times in ten is called a guess. */
export const MIN_CONFIDENCE = 0.7

/** Precision of every probability and similarity in an answer. */
export function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
