/** A probability as people read it: `72%`. */
export function percent(probability: number): string {
  return `${Math.round(probability * 100)}%`
}
