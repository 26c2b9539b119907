import type { Sampling, TimedRequest } from './durations.ts'
import { daysBetweenInstants, type DayUnit } from './history.ts'
import { sampleOf, type Sample } from './sample.ts'

/** So many times the steady number are open now and then without anything having changed. */
const USUAL_SWING = 1.25

/**
 * The requests that are still open count as "takes longer than its age so far". Each gives its weight to the longer durations
 * of the sample (Efron's redistribution, which is the Kaplan–Meier estimate). Only requests as young as the finished ones'
 * oldest count, and only when more wait than a steady flow explains: finished requests alone are then biased to the quick ones.
 * @param done finished requests in the order in which they were finished
 * @param open creation of each open request
 */
export function withOpenRequests(
  sample: Sample,
  done: readonly TimedRequest[],
  open: readonly number[],
  sampling: Sampling,
  unit: DayUnit,
  now: number,
): Sample {
  const recent = done.slice(-sampling.window)
  if (recent.length < 5) return sample
  const since = Math.min(...recent.map(({ created }) => created))
  const ages = open.filter((created) => created >= since).map((created) => daysBetweenInstants(created, now, unit))
  // Little's law: in a steady flow as many are open as are finished during a mean duration. Only the surplus is new information.
  const span = daysBetweenInstants(recent[0]!.finished!, now, unit)
  const mean = recent.reduce((sum, { days }) => sum + days, 0) / recent.length
  const steady = span > 0 ? (recent.length / span) * mean : 0
  const surplus = ages.length > 0 ? Math.max(0, Math.min(1, (ages.length - USUAL_SWING * steady) / ages.length)) : 0
  return surplus === 0 ? sample : redistributed(sample, ages, surplus)
}

/** Each age gives `weight` to the durations above it, evenly; above the longest it stands for a longer one. */
function redistributed({ values, upTo }: Sample, ages: readonly number[], weight: number): Sample {
  const longest = values.at(-1)!
  const pairs = Array.from(values, (days, i): [number, number] => [days, upTo[i]! - (i > 0 ? upTo[i - 1]! : 0)])
  // What an age gives to each longer duration is noted where those begin, and added up on the way.
  const gains = new Float64Array(values.length)
  for (const age of ages) {
    const from = firstAbove(values, age)
    if (from < values.length) gains[from]! += weight / (values.length - from)
    else pairs.push([Math.max(age, longest) * 1.2, weight])
  }
  let gain = 0
  for (const [i, more] of gains.entries()) {
    gain += more
    pairs[i]![1] += gain
  }
  return sampleOf(pairs)
}

/** Where the values above `limit` begin, in ascending ones. */
function firstAbove(values: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! > limit) high = middle
    else low = middle + 1
  }
  return low
}
