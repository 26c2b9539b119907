import {
  ConformalLevels,
  DEFAULT_SAMPLING,
  FinishedDurations,
  intervalOf,
  pointOf,
  reweighted,
  SAMPLINGS,
  type Sampling,
} from './durations.ts'
import { levelOf, quantile, sampleOf, type Sample } from './sample.ts'

/** An estimate as it was given when the request was created, with what is needed to learn from its outcome. */
export interface GivenEstimate {
  estimate: number
  low: number
  high: number
  /** what each choice would have said; empty when not compared */
  points: number[]
  /** where a duration comes in among the sample that was used, 0 … 1 */
  level: (days: number) => number
  /** set once the request has passed `high` while still open */
  hasOverrun: boolean
  isFinished: boolean
  /** false while too little had been finished for its outcome to teach anything */
  isWarm: boolean
}

/** Outcomes on which the choices are compared. */
const MEMORY = 1000
/** A choice must be this much better than the one in use, and more when few outcomes are known: by 1 / √outcomes. */
const BETTER = 0.985
const RECONSIDER_AFTER = 50
/** Estimates from fewer finished requests than this say nothing about how well later ones will hold. */
export const WARM_UP = 30
/** Shares of the text's opinion that are tried. */
const TRUSTS = [0, 1] as const

export interface ReplayState {
  sampling: Sampling
  trust: number
  levels: { recent: number[]; outside: number }
}

/**
 * Lives through the history in order of time: a request that is created gets its estimate from those finished by then,
 * a request that is finished teaches. What is chosen (how far to look back, groups or not, which point, how much to trust
 * the text) is chosen by the misses so far, so no estimate knows its future.
 */
export class Replay {
  private readonly finished = new FinishedDurations()
  private readonly levels = new ConformalLevels()
  private readonly misses: number[][]
  private readonly choices: { sampling: Sampling; trust: number }[]
  private chosen: number
  private sinceChoice = 0

  constructor(options: { text: boolean; grouped: boolean; samplings?: readonly Sampling[] }) {
    const samplings = (options.samplings ?? SAMPLINGS).filter(({ grouped }) => options.grouped || !grouped)
    this.choices = samplings.flatMap((sampling) =>
      (options.text ? TRUSTS : TRUSTS.slice(0, 1)).map((trust) => ({ sampling, trust })),
    )
    this.misses = this.choices.map(() => [])
    const first = { sampling: { ...DEFAULT_SAMPLING, grouped: options.grouped }, trust: 0 }
    this.chosen = Math.max(
      0,
      this.choices.findIndex((choice) => isSame(choice, first)),
    )
  }

  /**
   * @param chances from the text: the chance of each fifth of the durations; null without text
   * @param compare also work out what the other choices would have said
   */
  create(keys: readonly string[], chances: ArrayLike<number> | null, compare = true): GivenEstimate {
    const { sampling, trust } = this.choices[this.chosen]!
    const sample = reweighted(this.finished.sample(keys, sampling), chances, trust)
    const estimate = pointOf(sample, sampling.point)
    const ends = intervalOf(sample, this.levels.ends)
    return {
      estimate,
      low: Math.min(ends.low, estimate),
      high: Math.max(ends.high, estimate),
      points: compare ? this.pointsOfAll(keys, chances) : [],
      level: (days) => levelOf(sample, days),
      hasOverrun: false,
      isFinished: false,
      isWarm: this.finished.count() >= WARM_UP,
    }
  }

  private pointsOfAll(keys: readonly string[], chances: ArrayLike<number> | null): number[] {
    // Choices that differ only in the point share their sample: sorting it is what costs.
    const samples = new Map<string, Sample>()
    return this.choices.map(({ sampling, trust }) => {
      const key = `${sampling.window} ${sampling.grouped} ${trust}`
      let sample = samples.get(key)
      if (!sample) samples.set(key, (sample = reweighted(this.finished.sample(keys, sampling), chances, trust)))
      return pointOf(sample, sampling.point)
    })
  }

  /** Teaches with an outcome; `given` is what `create` gave for it, left out for those from before the replay. */
  finish(days: number, keys: readonly string[], given?: GivenEstimate): void {
    if (given) given.isFinished = true
    if (given?.isWarm && Number.isFinite(given.estimate)) {
      if (!given.hasOverrun) this.levels.add(given.level(days), days >= given.low && days <= given.high)
      given.points.forEach((point, c) => {
        const list = this.misses[c]!
        list.push(Math.abs(point - days))
        if (list.length > 2 * MEMORY) list.splice(0, list.length - MEMORY)
      })
      if (given.points.length > 0 && ++this.sinceChoice >= RECONSIDER_AFTER) this.reconsider()
    }
    this.finished.add(days, keys)
  }

  /**
   * A request is still open past the high end of its interval: a miss that is known before its duration is.
   * Waiting for it to finish would let the quick ones speak first and make every interval too short.
   */
  recordOverrun(given: GivenEstimate): void {
    if (given.isFinished || given.hasOverrun || !given.isWarm || !Number.isFinite(given.high)) return
    given.hasOverrun = true
    this.levels.add(given.level(given.high * 1.0001), false)
  }

  /** The level at which a duration comes in among those finished so far: what the text model learns. */
  levelNow(days: number, keys: readonly string[]): number {
    return levelOf(this.finished.sample(keys, DEFAULT_SAMPLING), days)
  }

  state(): ReplayState {
    return { ...this.choices[this.chosen]!, levels: this.levels.save() }
  }

  private reconsider(): void {
    this.sinceChoice = 0
    const typical = this.misses.map((list) => {
      // The median miss, steadied by its neighbours so that the choice doesn't jump.
      const sample = sampleOf(list.slice(-MEMORY).map((miss) => [miss, 1]))
      return (quantile(sample, 0.42) + quantile(sample, 0.5) + quantile(sample, 0.58)) / 3
    })
    const outcomes = Math.min(MEMORY, this.misses[0]!.length)
    const needed = BETTER - 1 / Math.sqrt(Math.max(1, outcomes))
    let best = this.chosen
    typical.forEach((miss, c) => {
      if (miss < typical[best]! && miss < typical[this.chosen]! * needed) best = c
    })
    this.chosen = best
  }
}

function isSame(a: { sampling: Sampling; trust: number }, b: { sampling: Sampling; trust: number }): boolean {
  return (
    a.trust === b.trust &&
    a.sampling.window === b.sampling.window &&
    a.sampling.grouped === b.sampling.grouped &&
    a.sampling.point === b.sampling.point
  )
}
