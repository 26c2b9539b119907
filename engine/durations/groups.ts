/** Which facets of a request make its group: bit i stands for `facets[i]`. 0 is all requests alike. */
export type Grouping = number

/** The group of all requests. */
export const ALL = ''

/** Every subset of so many facets. */
export function groupingsOf(facets: number): Grouping[] {
  return Array.from({ length: 2 ** facets }, (_, grouping) => grouping)
}

/** The facets that a grouping names, by their places. */
export function facetsIn(grouping: Grouping): number[] {
  return Array.from({ length: 32 - Math.clz32(grouping) }, (_, facet) => facet).filter(
    (facet) => grouping & (1 << facet),
  )
}

/** The keys of a request's groups from the narrowest to that of all: each leaves out the last facet. Unknown facets (null) group nothing. */
export function keysOf(grouping: Grouping, facets: readonly (string | null)[]): string[] {
  const keys = [ALL]
  let key = ALL
  // In a plain loop: it runs for every request of every estimate.
  for (let facet = 0; facet < facets.length; facet++) {
    if ((grouping & (1 << facet)) === 0 || facets[facet] === null) continue
    key += `${facet}=${facets[facet]}\n`
    keys.unshift(key)
  }
  return keys
}
