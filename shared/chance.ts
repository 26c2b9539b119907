/** A calibrated probability in whole percent. At most 99: however well founded, a guess is never certain. */
export function chancePercent(probability: number): number {
  return Math.min(99, Math.round(probability * 100))
}

/** The same as people read it: `72%`. */
export function formatChance(probability: number): string {
  return `${chancePercent(probability)}%`
}
