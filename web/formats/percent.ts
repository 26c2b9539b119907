/** A share as people read it: `72%`. How sure the engine is has its own words (`formatChance`). */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
