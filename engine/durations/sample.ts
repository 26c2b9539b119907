/** A weighted sample of durations (or points), sorted by value: what an estimate is read from. */
export interface Sample {
  values: Float64Array
  /** cumulated weights, the last is the whole */
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

/** Several lists, each with one weight for all of its values; quicker than `sampleOf` for the long lists of a replay. */
export function mergedSample(lists: readonly { values: readonly number[]; weight: number }[]): Sample {
  let values = new Float64Array(0)
  let weights = new Float64Array(0)
  for (const list of lists) {
    const next = Float64Array.from(list.values).sort()
    const [both, bothWeights] = [
      new Float64Array(values.length + next.length),
      new Float64Array(values.length + next.length),
    ]
    let [a, b] = [0, 0]
    for (let i = 0; i < both.length; i++) {
      const first = b >= next.length || (a < values.length && values[a]! <= next[b]!)
      both[i] = first ? values[a]! : next[b]!
      bothWeights[i] = first ? weights[a++]! : list.weight
      if (!first) b++
    }
    values = both
    weights = bothWeights
  }
  let sum = 0
  for (let i = 0; i < weights.length; i++) weights[i] = sum += weights[i]!
  return { values, upTo: weights }
}

/** Linear between neighbours, each value standing at the middle of its weight; NaN for an empty sample. */
export function quantile(sample: Sample, level: number): number {
  const { values, upTo } = sample
  const count = values.length
  if (count === 0) return NaN
  const goal = level * upTo[count - 1]!
  let low = 0
  let high = count - 1
  const middle = (i: number) => (upTo[i]! + (i > 0 ? upTo[i - 1]! : 0)) / 2
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

/** Share of the sample below a value, ties counted half: 0 … 1. */
export function levelOf(sample: Sample, value: number): number {
  const { values, upTo } = sample
  const count = values.length
  if (count === 0) return 0.5
  let below = 0
  let upToHere = 0
  // First index with values[i] >= value, then first with values[i] > value.
  below = firstFrom(values, value, false)
  upToHere = firstFrom(values, value, true)
  const under = below > 0 ? upTo[below - 1]! : 0
  const through = upToHere > 0 ? upTo[upToHere - 1]! : 0
  return (under + through) / 2 / upTo[count - 1]!
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
 * The point with the smallest typical miss: the middle of the shortest stretch that holds half of the sample.
 * Durations are skewed (many short, few very long), so it lies below the median; it is kept at or above the
 * `floor` level so that it stays a point which a fair share of requests beats.
 * Source: Rousseeuw, "Least median of squares regression" (1984), the case of a location.
 */
export function closestPoint(sample: Sample, floor = 0.35): number {
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
  return Math.min(Math.max(point, quantile(sample, floor)), quantile(sample, 0.65))
}
