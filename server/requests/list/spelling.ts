/** Tolerated typos: none in a short word, where nearly every other word would be near. */
export function maxTypos(word: string): number {
  const { length } = word
  if (length < 4 || length > 40 || !/^\p{L}+$/u.test(word)) return 0
  return length < 8 ? 1 : 2
}

/**
 * The most likely intended word of a vocabulary: the fewest typos, then the most frequent.
 * @param word folded, like the vocabulary
 * @param uses frequency of each word of the vocabulary
 * @param maxDistance tolerated typos
 */
export function nearest(word: string, uses: ReadonlyMap<string, number>, maxDistance = maxTypos(word)): string | null {
  let best: { word: string; slips: number; uses: number } | null = null
  for (const [other, count] of uses) {
    const slips = editDistance(word, other, best?.slips ?? maxDistance)
    if (slips === null || slips === 0) continue
    const isBetter = !best || slips < best.slips || count > best.uses || (count === best.uses && other < best.word)
    if (isBetter) best = { word: other, slips, uses: count }
  }
  return best?.word ?? null
}

/**
 * Optimal string alignment distance: letters omitted, added, changed, or swapped with their neighbour. Doubling the
 * wrong letter counts as one typo, too, as in "tarrif".
 * @returns null when there are more than `maxDistance`
 */
export function editDistance(one: string, other: string, maxDistance: number): number | null {
  if (Math.abs(one.length - other.length) > maxDistance) return null
  if (one !== other && one[0] === other[0] && undoubled(one) === undoubled(other)) return 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let slips = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) slips = Math.min(slips, before[j - 2]! + 1)
      row.push(slips)
    }
    if (Math.min(...row) > maxDistance) return null
    before = last
    last = row
  }
  const slips = last[other.length]!
  return slips <= maxDistance ? slips : null
}

const undoubled = (word: string) => word.replace(/(.)\1/gu, '$1')
