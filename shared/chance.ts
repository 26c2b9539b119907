/** A calibrated probability in whole percent. At most 99: however well founded, a guess is never certain. */
export function chancePercent(probability: number): number {
  return Math.min(99, Math.round(probability * 100))
}

/** The same as people read it: `72%`. */
export function formatChance(probability: number): string {
  return `${chancePercent(probability)}%`
}

/** From here on the engine calls itself sure. */
export const SURE = 0.8

/** As exact as a chance or a likeness is ever told. */
export function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
