/** A scale from zero up to a round number, in whole steps. */
export interface Scale {
  max: number
  /** from 0 to `max`, rising */
  ticks: number[]
}

/**
 * The smallest round scale that holds `largest`, with at most `steps` steps of 1, 2 or 5 times a power of ten.
 * Counts have no fractions, so neither do the steps; an empty chart still gets one step, so that its axis has a height.
 */
export function countScale(largest: number, steps = 2): Scale {
  const atLeast = Math.max(1, largest / steps)
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= atLeast) ?? 10 * power
  const max = step * Math.max(1, Math.ceil(largest / step))
  return { max, ticks: Array.from({ length: max / step + 1 }, (_, index) => index * step) }
}

/**
 * Which of `count` columns carry a label when about `wanted` fit: evenly spaced, the last always among them,
 * because the running column is what people look for first.
 */
export function labelledColumns(count: number, wanted: number): Set<number> {
  if (count === 0) return new Set()
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, wanted - 1)))
  const columns = new Set<number>()
  for (let index = count - 1; index >= 0; index -= every) columns.add(index)
  return columns
}

/** Least width of a part, in percent. */
const THINNEST = 1.5

/**
 * Widths of the parts of a stacked bar in percent. A part that exists is never thinner than `THINNEST`, so that it can be seen and hit;
 * the space is taken from the larger parts in proportion. Empty parts have no width.
 */
export function stackedWidths(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const isThin = (count: number) => count > 0 && (count / total) * 100 < THINNEST
  const thin = counts.filter(isThin)
  const left = 100 - thin.length * THINNEST
  const leftCounts = total - thin.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => (isThin(count) ? THINNEST : (count / leftCounts) * left))
}
