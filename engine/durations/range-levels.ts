import { addedTo, quantile, sampleOf, scaledTo } from './sample.ts'

/**
 * Nominal levels of the ends of the two ranges: the share of requests that take less. The 50 % range lies inside the 80 %
 * range.
 */
export const PROMISED = [0.1, 0.25, 0.75, 0.9] as const

/** Outcomes that each group remembers: few, so that it follows a change of pace. */
const WINDOW = 50
/** Weight, in outcomes, that a group borrows from the broader ones. */
const BORROWED = 50
/** Initial sample: the nominal levels with a weight of ten outcomes. */
const NOMINAL = sampleOf(Array.from({ length: 20 }, (_, i) => [(i + 0.5) / 20, 0.5]))

/** The level of a request's duration within its sample; for an overrun it is provisional until the request is finished. */
export interface Outcome {
  level: number
}

/** Levels of the latest outcomes by group, the newest last. */
export type SavedLevels = Record<string, number[]>

/**
 * Calibrates ranges: remembers the level of each request within its sample, and reads each end at the level that would have
 * been right for the group's recent requests.
 * Source: Chernozhukov et al., "Distributional conformal prediction" (2021), on a sliding window.
 */
export class RangeLevels {
  readonly #byKey: Map<string, Outcome[]>

  constructor(saved: SavedLevels = {}) {
    this.#byKey = new Map(Object.entries(saved).map(([key, levels]) => [key, levels.map((level) => ({ level }))]))
  }

  /** The level of each end for a request with these keys, narrowest first. */
  of(keys: readonly string[]): number[] {
    let sample = NOMINAL
    for (const key of keys.toReversed()) {
      const own = this.#byKey.get(key)?.slice(-WINDOW) ?? []
      const levels = Float64Array.from(own, ({ level }) => level).sort()
      sample = addedTo(scaledTo(sample, BORROWED), levels)
    }
    return PROMISED.map((share) => quantile(sample, share))
  }

  add(keys: readonly string[], level: number): Outcome {
    const outcome = { level }
    for (const key of keys) {
      let list = this.#byKey.get(key)
      if (!list) this.#byKey.set(key, (list = []))
      list.push(outcome)
      if (list.length > 3 * WINDOW) list.splice(0, list.length - WINDOW)
    }
    return outcome
  }

  save(): SavedLevels {
    return Object.fromEntries(
      [...this.#byKey].map(([key, list]) => [key, list.slice(-WINDOW).map(({ level }) => level)]),
    )
  }
}
