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

/** Negative when `one` goes before `other`. */
export function compareAttempts(one: Attempt, other: Attempt): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  if (one.rank !== RANK.unknownAddress) return one.arrival - other.arrival
  const others = other.failureCounts()
  for (const [i, count] of one.failureCounts().entries()) {
    const difference = count - others[i]!
    if (difference !== 0) return difference
  }
  return other.arrival - one.arrival
}
