import { FinishedDurations, reweighted, type TimedRequest } from './durations.ts'
import { GroupingChoice } from './grouping-choice.ts'
import { keysOf, type Grouping } from './groups.ts'
import { RangeLevels, type Outcome, type SavedLevels } from './range-levels.ts'
import { atLevel, chanceOf, closestPoint, levelOf, type Sample } from './sample.ts'

/** The ends of the two ranges, in the order of `PROMISED`. */
export type Ends = readonly [low: number, halfLow: number, halfHigh: number, high: number]

/** An estimate as it was given when the request was created, with what is needed to learn from its outcome. */
export interface GivenEstimate {
  estimate: number
  ends: Ends
  /** groups that its outcome teaches */
  keys: readonly string[]
  /** where a duration comes in among the sample that was used */
  level: (days: number) => number
  /** set once the request was finished or has passed the high end while still open */
  outcome: Outcome | null
  /** what each grouping would have said; null when not compared */
  compared: Float64Array | null
}

export interface ReplayState {
  grouping: Grouping
  levels: SavedLevels
}

/** What is still open at its high end is taken to need so many times as long, until it is known. */
const OVERDUE = 1.5
/** Samples of fewer own requests say nothing about how well later ones will hold. */
const WARM_UP = 20

/** Point and ends as they are read from a sample. */
export function readRanges(sample: Sample, levels: readonly number[]): { estimate: number; ends: Ends } {
  const estimate = closestPoint(sample)
  const [low, halfLow, halfHigh, high] = levels.map((level) => atLevel(sample, level)) as [...Ends]
  const below = (days: number) => Math.max(0, Math.min(days, estimate))
  const above = (days: number) => Math.max(days, estimate)
  return { estimate, ends: [below(low), below(halfLow), above(halfHigh), above(high)] }
}

/**
 * Lives through the history in order of time: a request that is created gets its estimate from those finished by then, a
 * request that is finished, or late, teaches. No estimate knows its future.
 */
export class Replay {
  readonly #finished: FinishedDurations
  readonly #levels = new RangeLevels()
  readonly #choice: GroupingChoice

  /**
   * @param groupings to choose from
   * @param first in use until another one proves better
   */
  constructor(groupings: readonly Grouping[], first: Grouping) {
    this.#finished = new FinishedDurations(groupings)
    this.#choice = new GroupingChoice(groupings, first)
  }

  /**
   * @param chances from the text: the chance of each fifth of the durations; null without text
   * @param compare also work out what the other groupings would have said
   */
  create(facets: TimedRequest['facets'], chances: ArrayLike<number> | null = null, compare = true): GivenEstimate {
    const keys = keysOf(this.#choice.chosen, facets)
    const finished = this.#finished.sample(keys)
    const sample = chances ? reweighted(finished, chances) : finished
    const sampleBy = (grouping: Grouping) => this.#finished.sample(keysOf(grouping, facets))
    return {
      ...readRanges(sample, this.#levels.of(keys)),
      keys: keys.filter((key) => this.#finished.count(key) >= WARM_UP),
      level: (days) => chanceOf(sample, days),
      outcome: null,
      compared: compare && sample.values.length > 0 ? this.#choice.opinions(sampleBy) : null,
    }
  }

  /** Teaches with an outcome; `given` is what `create` gave for it, left out for those from before the replay. */
  finish(days: number, facets: TimedRequest['facets'], given?: GivenEstimate): void {
    if (given) {
      const level = given.level(days)
      if (given.outcome) given.outcome.level = level
      else given.outcome = this.#levels.add(given.keys, level)
      if (given.compared) this.#choice.learn(given.compared, days)
    }
    this.#finished.add(days, facets)
  }

  /**
   * A request is still open past the high end of its range: a miss that is known before its duration is. Waiting for it to
   * finish would let the quick ones speak first and make every range too short.
   */
  recordOverrun(given: GivenEstimate): void {
    given.outcome ??= this.#levels.add(given.keys, given.level(given.ends[3] * OVERDUE))
  }

  /** The level at which a duration comes in among those of its group finished so far: what a text model learns. */
  levelNow(days: number, facets: TimedRequest['facets']): number {
    return levelOf(this.#finished.sample(keysOf(this.#choice.chosen, facets)), days)
  }

  state(): ReplayState {
    return { grouping: this.#choice.chosen, levels: this.#levels.save() }
  }
}
