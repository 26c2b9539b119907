/** Priority classes, lowest first. */
export const RANK = { ownAddress: 0, knownAddress: 1, unknownAddress: 2 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

/** What decides when an attempt is served. */
export interface Attempt {
  rank: Rank
  /**
   * Recent attempts of strangers from the network, the address, for the account and from the region; compared in that
   * order, fewer first.
   */
  failureCounts(): readonly number[]
  arrival: number
}

/** Negative when `a` goes before `b`. */
export function compareAttempts(a: Attempt, b: Attempt): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.rank !== RANK.unknownAddress) return a.arrival - b.arrival
  const others = b.failureCounts()
  for (const [i, count] of a.failureCounts().entries()) {
    const difference = count - others[i]!
    if (difference !== 0) return difference
  }
  return b.arrival - a.arrival
}
