import { DEFAULT_PACE, Finished, intervalOf, lean, Levels, PACES, pointOf, type Pace, type Timed } from './durations.ts'
import { levelOf, quantile, sampleOf, type Sample } from './sample.ts'

/** An estimate as it was given when the request was created. */
interface Given {
  estimate: number
  low: number
  high: number
}

/** The same with what is needed to learn from its outcome. */
export interface Told extends Given {
  /** what each choice would have said; empty when not compared */
  points: number[]
  /** where a duration comes in among the sample that was used, 0 … 1 */
  level: (days: number) => number
  /** set once it is known to take longer than `high`, while still open */
  overran: boolean
  finished: boolean
  /** whether its outcome may teach: not while hardly anything had been finished */
  counts: boolean
}

/** Outcomes that the choice of the pace looks back on. */
const MEMORY = 1000
/** A pace must be this much better than the one in use, and more when few outcomes are known: by 1 / √outcomes. */
const BETTER = 0.985
/** Estimates from fewer finished requests than this say nothing about how well later ones will hold. */
export const WARM_UP = 30
/** Shares of the text's opinion that are tried. */
const TRUSTS = [0, 1] as const

export interface ReplayState {
  pace: Pace
  trust: number
  levels: { recent: number[]; outside: number }
}

/**
 * Lives through the history in order of time: a request that is created gets its estimate from those finished by then,
 * a request that is finished teaches. What is chosen (how far to look back, groups or not, which point, how much to trust
 * the text) is chosen by the misses so far, so no estimate knows its future.
 */
export class Replay {
  private readonly finished = new Finished()
  private readonly levels: Levels
  private readonly misses: number[][]
  private readonly choices: { pace: Pace; trust: number }[]
  private chosen: number
  private sinceChoice = 0

  constructor(options: { text: boolean; grouped: boolean }, state?: ReplayState) {
    this.choices = PACES.filter((pace) => options.grouped || !pace.grouped).flatMap((pace) =>
      (options.text ? TRUSTS : TRUSTS.slice(0, 1)).map((trust) => ({ pace, trust })),
    )
    this.misses = this.choices.map(() => [])
    const first = state ?? { pace: { ...DEFAULT_PACE, grouped: options.grouped }, trust: 0 }
    this.chosen = Math.max(
      0,
      this.choices.findIndex((choice) => same(choice, first)),
    )
    this.levels = new Levels(0.8, state?.levels.recent, state?.levels.outside)
  }

  /**
   * @param chances from the text: the chance of each fifth of the durations; null without text
   * @param compare also work out what the other choices would have said
   */
  create(keys: readonly string[], chances: ArrayLike<number> | null, compare = true): Told {
    const sample = this.sampleFor(keys, chances)
    const estimate = pointOf(sample, this.choices[this.chosen]!.pace.point)
    const ends = intervalOf(sample, this.levels.ends)
    const points: number[] = []
    if (compare) {
      // Choices that differ only in the point share their sample: sorting it is what costs.
      const samples = new Map<string, Sample>()
      for (const { pace, trust } of this.choices) {
        const key = `${pace.window} ${pace.grouped} ${trust}`
        let own = samples.get(key)
        if (!own) samples.set(key, (own = lean(this.finished.sample(keys, pace), chances, trust)))
        points.push(pointOf(own, pace.point))
      }
    }
    return {
      estimate,
      low: Math.min(ends.low, estimate),
      high: Math.max(ends.high, estimate),
      points,
      level: (days) => levelOf(sample, days),
      overran: false,
      finished: false,
      counts: this.finished.count() >= WARM_UP,
    }
  }

  sampleFor(keys: readonly string[], chances: ArrayLike<number> | null): Sample {
    const { pace, trust } = this.choices[this.chosen]!
    return lean(this.finished.sample(keys, pace), chances, trust)
  }

  /** Teaches with an outcome; `before` is what `create` gave for it, left out for those from before the replay. */
  finish(days: number, keys: readonly string[], before?: Told): void {
    if (before) before.finished = true
    if (before?.counts && Number.isFinite(before.estimate)) {
      if (!before.overran) this.levels.add(before.level(days), days >= before.low && days <= before.high)
      before.points.forEach((point, c) => {
        const list = this.misses[c]!
        list.push(Math.abs(point - days))
        if (list.length > 2 * MEMORY) list.splice(0, list.length - MEMORY)
      })
      if (before.points.length > 0 && ++this.sinceChoice >= 50) this.reconsider()
    }
    this.finished.add(days, keys)
  }

  /**
   * A request is still open past the high end of its interval: a miss that is known before its duration is.
   * Waiting for it to finish would let the quick ones speak first and make every interval too short.
   */
  overrun(before: Told): void {
    if (before.overran || !before.counts || !Number.isFinite(before.high)) return
    before.overran = true
    this.levels.add(before.level(before.high * 1.0001), false)
  }

  /** The level at which a duration comes in among those finished so far, all alike: the text's lesson. */
  levelNow(days: number, keys: readonly string[]): number {
    return levelOf(this.finished.sample(keys, DEFAULT_PACE), days)
  }

  state(): ReplayState {
    return { ...this.choices[this.chosen]!, levels: this.levels.save() }
  }

  private reconsider(): void {
    this.sinceChoice = 0
    const typical = this.misses.map((list) => {
      const recent = list.slice(-MEMORY)
      // Typical miss: the median, steadied by its neighbours so that the choice doesn't jump.
      const sample = sampleOf(recent.map((miss) => [miss, 1]))
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

function same(a: { pace: Pace; trust: number }, b: { pace: Pace; trust: number }): boolean {
  return (
    a.trust === b.trust &&
    a.pace.window === b.pace.window &&
    a.pace.grouped === b.pace.grouped &&
    a.pace.point === b.pace.point
  )
}

/** Who overruns next: a heap of the instants at which open requests pass the high end of their interval. */
export class Alarms {
  private readonly heap: { at: number; told: Told }[] = []

  add(at: number, told: Told): void {
    if (!Number.isFinite(at)) return
    const { heap } = this
    heap.push({ at, told })
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1
      if (heap[parent]!.at <= heap[child]!.at) break
      ;[heap[parent], heap[child]] = [heap[child]!, heap[parent]!]
      child = parent
    }
  }

  /** Takes out everything that is due by then. */
  *until(at: number): Generator<Told> {
    const { heap } = this
    while (heap.length > 0 && heap[0]!.at <= at) {
      const { told } = heap[0]!
      const last = heap.pop()!
      if (heap.length > 0) heap[0] = last
      for (let parent = 0; ;) {
        let child = 2 * parent + 1
        if (child >= heap.length) break
        if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
        if (heap[parent]!.at <= heap[child]!.at) break
        ;[heap[parent], heap[child]] = [heap[child]!, heap[parent]!]
        parent = child
      }
      yield told
    }
  }
}

/** What happens in order of time; of two at the same instant the finished one comes first. */
export function eventsOf(requests: readonly Timed[]): { at: number; request: number; finish: boolean }[] {
  const events: { at: number; request: number; finish: boolean }[] = []
  requests.forEach((request, at) => {
    events.push({ at: request.created, request: at, finish: false })
    if (request.finished !== null) events.push({ at: request.finished, request: at, finish: true })
  })
  return events.sort((a, b) => a.at - b.at || Number(b.finish) - Number(a.finish) || a.request - b.request)
}
