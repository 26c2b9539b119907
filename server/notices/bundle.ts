/** Unread notices of the same kind that stay single; one more, and they become one. */
const MOST_SINGLE = 3
export const WINDOW_MS = 60_000

interface Timed {
  at: string
  /** events in it */
  count: number
}

/**
 * Joins notices of one person and bundle key that arrive within a minute of each other once there are more than three; a
 * bundle takes in whatever follows within a minute.
 * @param notices oldest first
 * @param join makes one of several, oldest first
 */
export function bundle<T extends Timed>(notices: readonly T[], join: (several: readonly T[]) => T): T[] {
  const result: T[] = []
  for (const notice of notices) {
    const since = Date.parse(notice.at) - WINDOW_MS
    let first = result.length
    while (first > 0 && Date.parse(result[first - 1]!.at) >= since) first--
    const near = result.slice(first)
    const isMany = near.length >= MOST_SINGLE || near.some(({ count }) => count > 1)
    if (isMany) result.splice(first, near.length, join([...near, notice]))
    else result.push(notice)
  }
  return result
}
