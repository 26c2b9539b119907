import type { Percentiles } from '../../shared/analytics/flow.ts'

/** Values collected without boxing. */
export class Values {
  #values = new Float64Array(256)
  count = 0
  sum = 0

  add(value: number): void {
    if (this.count === this.#values.length) {
      const larger = new Float64Array(this.count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.count++] = value
    this.sum += value
  }

  /**
   * The values below which parts of all lie, interpolated between neighbours (as `percentile_cont` of SQL).
   * @param parts rising
   */
  quantiles(parts: readonly number[]): number[] {
    const values = this.#values.subarray(0, this.count)
    let from = 0
    return parts.map((part) => {
      const place = (values.length - 1) * part
      const low = Math.floor(place)
      moveInto(values, low, from)
      from = low
      const value = values[low]!
      return place === low ? value : value + (leastFrom(values, low + 1) - value) * (place - low)
    })
  }
}

/**
 * Puts the value into a place that it would have if all were sorted, smaller ones before it and larger ones behind it
 * (Hoare's quickselect): a few percentiles of half a million values take a tenth of the time of sorting them.
 * @param from all before it are smaller already
 */
function moveInto(values: Float64Array, place: number, from: number): void {
  let [left, right] = [from, values.length - 1]
  while (left < right) {
    const pivot = middleOf(values[left]!, values[(left + right) >> 1]!, values[right]!)
    let [low, high] = [left, right]
    while (low <= high) {
      while (values[low]! < pivot) low++
      while (values[high]! > pivot) high--
      if (low > high) break
      const kept = values[low]!
      values[low++] = values[high]!
      values[high--] = kept
    }
    if (place <= high) right = high
    else if (place >= low) left = low
    else return
  }
}

function middleOf(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third))
}

function leastFrom(values: Float64Array, from: number): number {
  let least = Infinity
  for (let i = from; i < values.length; i++) if (values[i]! < least) least = values[i]!
  return least
}

/** A hundredth of a day: a quarter of an hour. */
export const rounded = (days: number) => Math.round(days * 100) / 100

export function percentilesOf(values: Values): Percentiles {
  if (values.count === 0) return null
  const [p50, p70, p85, p95] = values.quantiles([0.5, 0.7, 0.85, 0.95]).map(rounded)
  return { p50: p50!, p70: p70!, p85: p85!, p95: p95! }
}

export function medianOf(values: Values): number | null {
  return values.count === 0 ? null : rounded(values.quantiles([0.5])[0]!)
}
