import { CLASSES, type Queued, STARTED } from './queue.ts'

/** What of a request's queue is told after a run: for at most so many, the first ones. */
export const MOST_TRACKED = 2000
/** Two years; a day beyond stands for never. */
export const HORIZON_DAYS = 730
/** When the backlog is told. */
export const LOOKS = [28, 84] as const

export interface Changes {
  /** what is closed, and what arrives, beside what the drawn day had: 1 is as it was */
  people: number
  arrivals: number
  /** in progress at a time */
  limit: number
}

/** A day as it was drawn, the same for all scenarios. */
export interface DrawnDay {
  closed: number
  /** arrivals by priority */
  arrived: ArrayLike<number>
  /** random numbers that round parts of requests */
  rounding: readonly [number, number]
}

type Places = readonly (readonly { place: number; tracked: number }[])[]

/** One run of one scenario: day by day through the queue. */
export class ScenarioRun {
  readonly #changes: Changes
  /** places in the queue by class, rising, and the place of each in `finish` */
  readonly #places: Places
  readonly #next = new Int32Array(CLASSES)
  /** arrivals that overtake each class */
  readonly #ahead = new Int32Array(CLASSES)
  #closed = 0
  #left: number
  #startedAt = NaN
  backlog: number
  doneDay = HORIZON_DAYS + 1
  /** from start to close of the request that is started when as many as the limit have been closed; NaN when not reached */
  cycle = NaN
  readonly looks = new Int32Array(LOOKS.length)

  constructor(places: Places, changes: Changes) {
    this.#places = places
    this.#changes = changes
    this.#left = places.reduce((sum, { length }) => sum + length, 0)
    this.backlog = this.#left
    if (this.#left === 0) this.doneDay = 0
  }

  /** @param finish where the day is noted on which each tracked request is closed */
  live(day: number, { closed, arrived, rounding }: DrawnDay, finish: Uint16Array): void {
    const { people, arrivals, limit } = this.#changes
    const done = Math.floor(closed * people + rounding[0])
    this.#closed += done
    let came = 0
    for (let priority = arrived.length - 1; priority >= 0; priority--) {
      const more = Math.floor(arrived[priority]! * arrivals + rounding[1])
      came += more
      for (let below = 0; below < priority; below++) this.#ahead[below]! += more
    }
    this.backlog = Math.max(0, this.backlog + came - done)
    this.#noteCycle(day, limit)
    for (let one = 0; one < CLASSES; one++) this.#closeOf(one, day, finish)
    const look = LOOKS.indexOf(day as (typeof LOOKS)[number])
    if (look >= 0) this.looks[look] = this.backlog
  }

  #noteCycle(day: number, limit: number): void {
    if (limit === 0) return
    if (Number.isNaN(this.#startedAt) && this.#closed >= limit) this.#startedAt = day
    if (Number.isNaN(this.cycle) && this.#closed >= 2 * limit) this.cycle = day - this.#startedAt
  }

  #closeOf(one: number, day: number, finish: Uint16Array): void {
    const waiting = this.#places[one]!
    const reached = this.#closed - (one === STARTED ? 0 : this.#ahead[one]!)
    let next = this.#next[one]!
    for (; next < waiting.length && waiting[next]!.place < reached; next++) {
      const { tracked } = waiting[next]!
      if (tracked >= 0) finish[tracked] = day
      this.#left--
    }
    this.#next[one] = next
    if (this.#left === 0 && this.doneDay > HORIZON_DAYS) this.doneDay = day
  }
}

/** The places of a queue by class. @param trackedOf the place in `finish` of a request, -1 for one that is not told of */
export function placesOf(queue: readonly Queued[], trackedOf: (i: number) => number): Places {
  const places: { place: number; tracked: number }[][] = Array.from({ length: CLASSES }, () => [])
  queue.forEach(({ i, class: one }, place) => places[one]!.push({ place, tracked: trackedOf(i) }))
  return places
}
