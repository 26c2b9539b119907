/** Bit set of the facets that form a request's group: bit i stands for `facets[i]`. 0 puts all requests into one group. */
export type Grouping = number

/** The group of all requests. */
export const ALL = ''

/** Every subset of this many facets. */
export function groupingsOf(facets: number): Grouping[] {
  return Array.from({ length: 2 ** facets }, (_, grouping) => grouping)
}

/** The indices of the facets in a grouping. */
export function facetsIn(grouping: Grouping): number[] {
  return Array.from({ length: 32 - Math.clz32(grouping) }, (_, facet) => facet).filter(
    (facet) => grouping & (1 << facet),
  )
}

/**
 * The keys of a request's groups, from the narrowest to that of all requests: each leaves out one more facet from the end.
 * Unknown facets (null) are skipped.
 */
export function keysOf(grouping: Grouping, facets: readonly (string | null)[]): string[] {
  const keys = [ALL]
  let key = ALL
  // A plain loop for speed: it runs for every request of every estimate.
  for (let facet = 0; facet < facets.length; facet++) {
    if ((grouping & (1 << facet)) === 0 || facets[facet] === null) continue
    key += `${facet}=${facets[facet]}\n`
    keys.unshift(key)
  }
  return keys
}
