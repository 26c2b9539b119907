import type { Percentiles } from '../../shared/analytics/figures.ts'
import { NONE } from './none.ts'

/** The durations of some requests; missing ones are left out. */
export class DurationSample {
  readonly #values: Float64Array

  private constructor(values: Float64Array) {
    this.#values = values
  }

  static of(span: Float64Array, indices: Uint32Array): DurationSample {
    const values = new Float64Array(indices.length)
    let count = 0
    for (let i = 0; i < indices.length; i++) {
      const value = span[indices[i]!]!
      if (Number.isNaN(value)) continue
      values[count++] = value
    }
    return new DurationSample(values.subarray(0, count))
  }

  /**
   * The same for each key in one pass, because the requests of a key are scattered.
   * @param keys from `NONE`
   * @param most maximum number of requests per key, from `NONE`
   */
  static byKey(span: Float64Array, indices: Uint32Array, keys: Int32Array, most: Uint32Array): DurationSample[] {
    const end = new Uint32Array(most.length)
    for (let slot = 1; slot < most.length; slot++) end[slot] = end[slot - 1]! + most[slot - 1]!
    const begin = end.slice()
    const values = new Float64Array(indices.length)
    for (let i = 0; i < indices.length; i++) {
      const value = span[indices[i]!]!
      if (Number.isNaN(value)) continue
      const slot = keys[indices[i]!]! - NONE
      values[end[slot]!++] = value
    }
    return Array.from(begin, (from, slot) => new DurationSample(values.subarray(from, end[slot])))
  }

  /** A loop: a callback would allocate an object for each value. */
  get sum(): number {
    let sum = 0
    for (let i = 0; i < this.#values.length; i++) sum += this.#values[i]!
    return sum
  }

  get count(): number {
    return this.#values.length
  }

  /** Quantiles, interpolated between neighbours (as `percentile_cont` in SQL). */
  quantiles(parts: readonly number[]): number[] {
    const places = parts.map((part) => (this.count - 1) * part)
    const ranks = places.flatMap((place) => [Math.floor(place), Math.ceil(place)])
    const values = valuesAt(this.#values, ranks)
    return places.map((place, i) => {
      const [low, high] = [values[2 * i]!, values[2 * i + 1]!]
      return low + (high - low) * (place - Math.floor(place))
    })
  }
}

const MAX_BUCKETS = 16_384
const USUAL_BUCKET = 8
/** Up to this size, mostly the requests of a person, sorting everything is faster than bucketing. */
const SORTED_WHOLE = 512

/**
 * The values at these ranks of the sorted order. Only the buckets that contain a rank are sorted (selection by distribution): a
 * few ranks of half a million values take a tenth of the time of a full sort.
 */
function valuesAt(values: Float64Array, ranks: readonly number[]): number[] {
  if (values.length <= SORTED_WHOLE) {
    const sorted = values.slice().sort()
    return ranks.map((rank) => sorted[rank]!)
  }
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i]!)
    most = Math.max(most, values[i]!)
  }
  const buckets = Math.min(MAX_BUCKETS, Math.ceil(values.length / USUAL_BUCKET))
  const scale = most > least ? (buckets - 1) / (most - least) : 0
  const upTo = new Uint32Array(buckets + 1)
  for (let i = 0; i < values.length; i++) upTo[Math.floor((values[i]! - least) * scale) + 1]!++
  for (let bucket = 0; bucket < buckets; bucket++) upTo[bucket + 1]! += upTo[bucket]!

  const bucketOf = ranks.map((rank) => bucketWith(upTo, rank))
  const membersOf = new Map(bucketOf.map((bucket) => [bucket, new Float64Array(upTo[bucket + 1]! - upTo[bucket]!)]))
  const isUsed = new Uint8Array(buckets)
  for (const bucket of bucketOf) isUsed[bucket] = 1
  const taken = new Uint32Array(buckets)
  for (let i = 0; i < values.length; i++) {
    const bucket = Math.floor((values[i]! - least) * scale)
    if (isUsed[bucket] === 1) membersOf.get(bucket)![taken[bucket]!++] = values[i]!
  }
  for (const members of membersOf.values()) members.sort()
  return ranks.map((rank, i) => membersOf.get(bucketOf[i]!)![rank - upTo[bucketOf[i]!]!]!)
}

/** @param upTo number of values in the buckets before each */
function bucketWith(upTo: Uint32Array, rank: number): number {
  let [low, high] = [0, upTo.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (upTo[middle]! <= rank) low = middle
    else high = middle
  }
  return low
}

/** A hundredth of a day: a quarter of an hour. */
export const hundredths = (days: number) => Math.round(days * 100)
export const rounded = (days: number) => hundredths(days) / 100

export function percentilesOf(values: DurationSample): Percentiles {
  if (values.count === 0) return null
  const [p50, p70, p85, p95] = values.quantiles([0.5, 0.7, 0.85, 0.95]).map(rounded)
  return { p50: p50!, p70: p70!, p85: p85!, p95: p95! }
}

export function medianOf(values: DurationSample): number | null {
  return values.count === 0 ? null : rounded(values.quantiles([0.5])[0]!)
}
