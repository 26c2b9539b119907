/** A share as people read it: `72%`. The engine's confidence is formatted by `formatChance`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
