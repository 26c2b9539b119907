import { ALL, keysOf, type Grouping } from './groups.ts'
import { addedTo, EMPTY, quantile, scaledTo, weightOf, type Sample } from './sample.ts'

/**
 * How long a request takes, estimated from the most recently finished ones. Text says little about duration, so the office's
 * own pace dominates: the last finished requests of the same group, supplemented from ever broader ones.
 */

/** A request as the estimator sees it. Instants in ms since 1970. */
export interface TimedRequest {
  created: number
  /** null while open */
  finished: number | null
  /** duration in the unit of the estimate (calendar or working days); 0 while open */
  days: number
  /** the values that it may be grouped by; null if unknown */
  facets: readonly (string | null)[]
}

/** Finished requests that each group remembers. */
const WINDOW = 200
/**
 * Weight, in requests, that the broader groups lend to an empty group; a group with the same number of its own borrows half of
 * it.
 */
const BORROWED = 30
/** Own requests at which a borrowed sample is scaled half way to the group's own median. */
const OWN_PACE = 3

/** Durations by group, in order of completion. */
export class FinishedDurations {
  readonly #byKey = new Map<string, number[]>()
  readonly #groupings: readonly Grouping[]

  /** @param groupings for which samples can be requested */
  constructor(groupings: readonly Grouping[]) {
    this.#groupings = groupings
  }

  add(days: number, facets: TimedRequest['facets']): void {
    const keys = new Set([ALL])
    for (const grouping of this.#groupings) for (const key of keysOf(grouping, facets)) keys.add(key)
    for (const key of keys) {
      let list = this.#byKey.get(key)
      if (!list) this.#byKey.set(key, (list = []))
      list.push(days)
      // Trimmed in batches: shifting one by one would copy the list for each request.
      if (list.length > 3 * WINDOW) list.splice(0, list.length - WINDOW)
    }
  }

  count(key = ALL): number {
    return this.#byKey.get(key)?.length ?? 0
  }

  /**
   * Weighted durations for a request with these keys, narrowest first. A narrow group borrows from the broader ones, scaled to
   * its own pace: groups differ mostly by a factor.
   */
  sample(keys: readonly string[]): Sample {
    let sample = EMPTY
    let broader = 0
    for (const key of keys.toReversed()) {
      const all = this.#byKey.get(key)
      // A narrower group with the same requests adds nothing.
      if (!all || all.length === broader) continue
      broader = all.length
      const own = all.slice(-WINDOW)
      const values = Float64Array.from(own).sort()
      sample = addedTo(borrowed(sample, values), values)
    }
    return sample
  }
}

/** The part of a broader group's sample that a narrower one borrows. */
function borrowed(sample: Sample, own: Float64Array): Sample {
  const lent = scaledTo(sample, BORROWED ** 2 / (BORROWED + own.length))
  const [theirs, ours] = [quantile(sample, 0.5), own[own.length >> 1]!]
  if (!(theirs > 0 && ours > 0)) return lent
  const factor = (ours / theirs) ** (own.length / (own.length + OWN_PACE))
  return { values: lent.values.map((days) => days * factor), upTo: lent.upTo }
}

/**
 * Reweights the sample by the prediction from the text.
 * @param chances probability of each equal part of the sample, from fast to slow
 */
export function reweighted(sample: Sample, chances: ArrayLike<number>): Sample {
  if (sample.values.length < 10) return sample
  const parts = chances.length
  const { values, upTo } = sample
  const whole = upTo.at(-1)!
  const weighted = new Float64Array(values.length)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const weight = weightOf(upTo, i)
    const part = Math.min(parts - 1, Math.floor(((upTo[i]! - weight / 2) / whole) * parts))
    weighted[i] = sum += weight * chances[part]! * parts
  }
  return { values, upTo: weighted }
}
