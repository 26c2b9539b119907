/**
 * Moves overlapping places on a page down, and up again those that would leave the page.
 * @param tops fractions of the page's height
 * @param room height of each, as such a fraction
 */
export function spreadTops(tops: readonly number[], room: number): number[] {
  const order = tops.map((_, i) => i).sort((a, b) => tops[a]! - tops[b]!)
  const placed = [...tops]
  let free = 0
  for (const i of order) {
    placed[i] = Math.max(tops[i]!, free)
    free = placed[i] + room
  }
  let most = 1 - room
  for (const i of order.toReversed()) {
    placed[i] = Math.max(0, Math.min(placed[i]!, most))
    most = placed[i] - room
  }
  return placed
}
