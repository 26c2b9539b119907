import { FinishedDurations, reweighted, type TimedRequest } from './durations.ts'
import { GroupingChoice } from './grouping-choice.ts'
import { keysOf, type Grouping } from './groups.ts'
import { RangeLevels, type Outcome, type SavedLevels } from './range-levels.ts'
import { atLevel, chanceOf, closestPoint, levelOf, type Sample } from './sample.ts'

/** The ends of the two ranges, in the order of `PROMISED`. */
export type Ends = readonly [low: number, halfLow: number, halfHigh: number, high: number]

/** An estimate as given when the request was created, with the data needed to learn from its outcome. */
export interface GivenEstimate {
  estimate: number
  ends: Ends
  /** groups that learn from its outcome */
  keys: readonly string[]
  /** level of a duration within the sample that was used */
  level: (days: number) => number
  /** set once the request was finished or has exceeded the high end while still open */
  outcome: Outcome | null
  /** predicted quantiles of each grouping; null when not compared */
  compared: Float64Array | null
}

export interface ReplayState {
  grouping: Grouping
  levels: SavedLevels
}

/** A request still open at its high end (censored) is assumed to take this multiple of it until its duration is known. */
const OVERDUE = 1.5
/** Groups with fewer finished requests do not learn levels: their samples say nothing about later ones. */
const WARM_UP = 20

/** Reads point estimate and ranges from a sample. */
export function readRanges(sample: Sample, levels: readonly number[]): { estimate: number; ends: Ends } {
  const estimate = closestPoint(sample)
  const [low, halfLow, halfHigh, high] = levels.map((level) => atLevel(sample, level)) as [...Ends]
  const below = (days: number) => Math.max(0, Math.min(days, estimate))
  const above = (days: number) => Math.max(days, estimate)
  return { estimate, ends: [below(low), below(halfLow), above(halfHigh), above(high)] }
}

/**
 * Replays the history in chronological order: a new request gets its estimate from those finished by then, and a finished or
 * overdue request is learnt from. No estimate uses later data.
 */
export class Replay {
  readonly #finished: FinishedDurations
  readonly #levels = new RangeLevels()
  readonly #choice: GroupingChoice

  /**
   * @param groupings to choose from
   * @param first used until another one proves better
   */
  constructor(groupings: readonly Grouping[], first: Grouping) {
    this.#finished = new FinishedDurations(groupings)
    this.#choice = new GroupingChoice(groupings, first)
  }

  /**
   * @param chances from the text: the probability of each fifth of the durations; null without text
   * @param compare also predict with the other groupings
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

  /** Learns from an outcome; `given` is the result of `create`, or absent for requests from before the replay. */
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
   * Records a request still open past its high end: a miss that is known before its duration. Waiting for the completion would
   * count only quick requests at first and make every range too short.
   */
  recordOverrun(given: GivenEstimate): void {
    given.outcome ??= this.#levels.add(given.keys, given.level(given.ends[3] * OVERDUE))
  }

  /** The level of a duration among those of its group finished so far: the target of a text model. */
  levelNow(days: number, facets: TimedRequest['facets']): number {
    return levelOf(this.#finished.sample(keysOf(this.#choice.chosen, facets)), days)
  }

  state(): ReplayState {
    return { grouping: this.#choice.chosen, levels: this.#levels.save() }
  }
}
