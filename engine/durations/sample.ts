/** A weighted sample of durations (or points), sorted by value: the basis of an estimate. */
export interface Sample {
  values: Float64Array
  /** cumulative weights; the last one is the total */
  upTo: Float64Array
}

export function sampleOf(pairs: readonly (readonly [value: number, weight: number])[]): Sample {
  const sorted = pairs.filter(([value, weight]) => Number.isFinite(value) && weight > 0).sort((a, b) => a[0] - b[0])
  const values = new Float64Array(sorted.length)
  const upTo = new Float64Array(sorted.length)
  let sum = 0
  sorted.forEach(([value, weight], i) => {
    values[i] = value
    upTo[i] = sum += weight
  })
  return { values, upTo }
}

export const EMPTY: Sample = { values: new Float64Array(0), upTo: new Float64Array(0) }

/** Adds values, ascending and of weight 1 each, to a sample. */
export function addedTo({ values, upTo }: Sample, more: Float64Array): Sample {
  const both = {
    values: new Float64Array(values.length + more.length),
    upTo: new Float64Array(values.length + more.length),
  }
  let [a, b, sum] = [0, 0, 0]
  for (let i = 0; i < both.values.length; i++) {
    const isOld = b >= more.length || (a < values.length && values[a]! <= more[b]!)
    both.values[i] = isOld ? values[a]! : more[b]!
    both.upTo[i] = sum += isOld ? weightOf(upTo, a++) : 1
    if (!isOld) b++
  }
  return both
}

/** A sample whose total weight is limited to `most`. */
export function scaledTo(sample: Sample, most: number): Sample {
  const whole = sample.upTo.at(-1) ?? 0
  return whole <= most ? sample : { values: sample.values, upTo: sample.upTo.map((sum) => (sum * most) / whole) }
}

export function weightOf(upTo: Float64Array, i: number): number {
  return upTo[i]! - (i > 0 ? upTo[i - 1]! : 0)
}

/** Linear interpolation, each value at the middle of its weight; NaN for an empty sample. */
export function quantile(sample: Sample, level: number): number {
  const { values, upTo } = sample
  const count = values.length
  if (count === 0) return NaN
  const goal = level * upTo[count - 1]!
  let low = 0
  let high = count - 1
  const middle = (i: number) => upTo[i]! - weightOf(upTo, i) / 2
  if (goal <= middle(0)) return values[0]!
  if (goal >= middle(high)) return values[high]!
  while (high - low > 1) {
    const half = (low + high) >> 1
    if (middle(half) <= goal) low = half
    else high = half
  }
  const share = (goal - middle(low)) / (middle(high) - middle(low))
  return values[low]! + share * (values[high]! - values[low]!)
}

/** Extrapolation outside the sample: this many levels per factor of e. */
const OUTSIDE = 0.2

/**
 * The value that the next observation stays below with this probability. It is as likely to fall before or after all others as
 * between two of them, so a small sample is read further out, and outside 0 … 1 it is extrapolated.
 */
export function atLevel(sample: Sample, chance: number): number {
  const count = sample.upTo.at(-1) ?? 0
  const level = 0.5 + ((chance - 0.5) * (count + 1)) / count
  const value = quantile(sample, level)
  return level < 0 || level > 1 ? value * Math.exp((level < 0 ? level : level - 1) / OUTSIDE) : value
}

/** Inverse of `atLevel`: the probability for a value. */
export function chanceOf(sample: Sample, value: number): number {
  const count = sample.upTo.at(-1) ?? 0
  return 0.5 + ((levelOf(sample, value) - 0.5) * count) / (count + 1)
}

/** The level of a value, ties in the middle; outside the sample it is extrapolated below 0 and above 1. */
export function levelOf(sample: Sample, value: number): number {
  const { values, upTo } = sample
  const count = values.length
  if (count === 0) return 0.5
  const [least, most] = [values[0]!, values[count - 1]!]
  if (value < least) return least > 0 && value > 0 ? Math.max(-1, OUTSIDE * Math.log(value / least)) : 0
  if (value > most) return most > 0 ? Math.min(2, 1 + OUTSIDE * Math.log(value / most)) : 1
  const below = firstFrom(values, value, false)
  const through = firstFrom(values, value, true)
  const under = below > 0 ? upTo[below - 1]! : 0
  const upToHere = through > 0 ? upTo[through - 1]! : 0
  if (through > below) return (under + upToHere) / 2 / upTo[count - 1]!
  // Between two values, each at the middle of its weight.
  const middle = (i: number) => upTo[i]! - weightOf(upTo, i) / 2
  const share = (value - values[below - 1]!) / (values[below]! - values[below - 1]!)
  return (middle(below - 1) + share * (middle(below) - middle(below - 1))) / upTo[count - 1]!
}

function firstFrom(values: Float64Array, value: number, beyond: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const half = (low + high) >> 1
    if (values[half]! < value || (beyond && values[half] === value)) low = half + 1
    else high = half
  }
  return low
}

/**
 * The point with the smallest typical miss: the middle of the shortest interval that holds half of the sample. Durations are
 * skewed (many short, few very long), so it lies below the median; it is kept at or above the level 0.35, so that a fair
 * share of requests still beats it.
 * Source: Rousseeuw, "Least median of squares regression" (1984), the case of a location.
 */
export function closestPoint(sample: Sample): number {
  const { values, upTo } = sample
  const count = values.length
  if (count < 5) return quantile(sample, 0.5)
  const half = upTo[count - 1]! / 2
  let best = Infinity
  let point = NaN
  let end = 0
  for (let first = 0; first < count; first++) {
    const before = first > 0 ? upTo[first - 1]! : 0
    while (end < count && upTo[end]! - before < half) end++
    if (end === count) break
    const width = values[end]! - values[first]!
    if (width < best) {
      best = width
      point = (values[end]! + values[first]!) / 2
    }
  }
  return Math.min(Math.max(point, quantile(sample, 0.35)), quantile(sample, 0.65))
}
