import type { Percentiles } from '../../shared/analytics.ts'

/** Values collected without boxing. */
export class Values {
  #values = new Float64Array(256)
  count = 0

  add(value: number): void {
    if (this.count === this.#values.length) {
      const larger = new Float64Array(this.count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.count++] = value
  }

  sorted(): Float64Array {
    return this.#values.subarray(0, this.count).sort()
  }
}

/**
 * The value below which a part of the sorted values lies, interpolated between its neighbours (as `percentile_cont` of SQL).
 * @returns NaN of none
 */
export function quantile(sorted: Float64Array, part: number): number {
  const place = (sorted.length - 1) * part
  const low = Math.floor(place)
  const value = sorted[low] ?? NaN
  return place === low ? value : value + (sorted[low + 1]! - value) * (place - low)
}

/** A hundredth of a day: a quarter of an hour. */
export const rounded = (days: number) => Math.round(days * 100) / 100

export function percentilesOf(values: Values): Percentiles {
  if (values.count === 0) return null
  const sorted = values.sorted()
  const at = (part: number) => rounded(quantile(sorted, part))
  return { p50: at(0.5), p70: at(0.7), p85: at(0.85), p95: at(0.95) }
}

export function medianOf(values: Values): number | null {
  return values.count === 0 ? null : rounded(quantile(values.sorted(), 0.5))
}
