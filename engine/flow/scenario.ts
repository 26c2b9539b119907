import { CLASSES, type Queued, STARTED } from './queue.ts'

/** Individual finish days are recorded for at most this many requests at the front of the queue. */
export const MAX_TRACKED = 2000
/** Two years; the day after it means "never". */
export const HORIZON_DAYS = 730
/** Days after today at which the backlog is recorded. */
export const CHECKPOINT_DAYS = [28, 84] as const

export interface Changes {
  /** factors on the closed and arriving requests of the drawn day: 1 changes nothing */
  people: number
  arrivals: number
  /** maximum in progress at a time */
  limit: number
}

/** A drawn day, identical for all scenarios. */
export interface DrawnDay {
  closed: number
  /** arrivals by priority */
  arrived: ArrayLike<number>
  /** random numbers for rounding fractions of requests */
  rounding: readonly [number, number]
}

type Places = readonly (readonly { place: number; tracked: number }[])[]

/** One run of one scenario: a day-by-day simulation of the queue. */
export class ScenarioRun {
  readonly #changes: Changes
  /** positions in the queue by class, ascending, and the index of each in `finish` */
  readonly #places: Places
  readonly #next = new Int32Array(CLASSES)
  /** number of arrivals that overtake each class */
  readonly #ahead = new Int32Array(CLASSES)
  #closed = 0
  #left: number
  #startedAt = NaN
  backlog: number
  doneDay = HORIZON_DAYS + 1
  /** time from start to close of the request that starts once `limit` requests have been closed; NaN if not reached */
  cycle = NaN
  readonly backlogAt = new Int32Array(CHECKPOINT_DAYS.length)

  constructor(places: Places, changes: Changes) {
    this.#places = places
    this.#changes = changes
    this.#left = places.reduce((sum, { length }) => sum + length, 0)
    this.backlog = this.#left
    if (this.#left === 0) this.doneDay = 0
  }

  /** @param finish receives the closing day of each tracked request */
  simulateDay(day: number, { closed, arrived, rounding }: DrawnDay, finish: Uint16Array): void {
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
    const checkpoint = CHECKPOINT_DAYS.indexOf(day as (typeof CHECKPOINT_DAYS)[number])
    if (checkpoint >= 0) this.backlogAt[checkpoint] = this.backlog
  }

  /** Whether further days would change none of the results, so that a run never depends on another scenario's length. */
  isComplete(day: number): boolean {
    const hasCycle = this.#changes.limit === 0 || !Number.isNaN(this.cycle)
    return hasCycle && this.doneDay <= day && day >= CHECKPOINT_DAYS.at(-1)!
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

/** The positions of a queue by class. @param trackedOf index of a request in `finish`, -1 if it is not tracked */
export function placesOf(queue: readonly Queued[], trackedOf: (i: number) => number): Places {
  const places: { place: number; tracked: number }[][] = Array.from({ length: CLASSES }, () => [])
  queue.forEach(({ i, class: one }, place) => places[one]!.push({ place, tracked: trackedOf(i) }))
  return places
}
