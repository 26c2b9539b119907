import { AppError } from '../errors.ts'
import { currentCaller } from './caller.ts'

interface Limits {
  /** works that run at a time */
  most: number
  /** Of works said to be long so many run at a time, and one of each caller: the others never wait for them. */
  mostLong?: number
  /** Tasks of one caller that run at the same time: what is left over is free for others at once. */
  mostOfCaller?: number
  /** works of one caller that may wait */
  mostWaiting?: number
  /** A turn that does not come in that time is not waited for. */
  withinMs: number
  /** what those are told who wait too long, or come when too many wait */
  refusal: (cause?: unknown) => AppError
}

interface Waiting {
  isLong: boolean
  go(): void
}

/** Work in the background shares one place in the order. */
const BACKGROUND = ''
const MOST_WAITING = 64
const MOST_WAITING_IN_ALL = 1000

/**
 * Lets at most so many works run at a time; the others wait. Turns go round by caller, so that whoever has one work to do
 * waits for one of each other caller, however many those have.
 */
export class FairTurns {
  readonly #limits: Limits
  /** by caller; the next one is first */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #runsLong = new Set<string>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #size = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** how many wait */
  get size(): number {
    return this.#size
  }

  /**
   * @throws AppError the refusal when the turn does not come in time, when too many wait, or when the caller has gone;
   * `too-many-calls` when too many of the caller's own wait
   */
  async run<T>(work: () => Promise<T>, { isLong = false, withinMs = this.#limits.withinMs } = {}): Promise<T> {
    const key = currentCaller()?.key ?? BACKGROUND
    await this.#turn(key, isLong, withinMs)
    try {
      return await work()
    } finally {
      this.#running--
      this.#countOf(key, -1)
      if (isLong) this.#runsLong.delete(key)
      this.#serve()
    }
  }

  #turn(key: string, isLong: boolean, withinMs: number): Promise<void> {
    const { refusal, mostWaiting = MOST_WAITING } = this.#limits
    const connection = currentCaller()?.connection
    const own = this.#waiting.get(key) ?? []
    // Jobs and seeds wait for their own works, so there is no need to bound those.
    if (key !== BACKGROUND) {
      if (own.length >= mostWaiting) return Promise.reject(tooManyWaiting())
      if (this.#size >= MOST_WAITING_IN_ALL || connection?.destroyed) return Promise.reject(refusal())
    }
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(deadline)
        connection?.off('close', giveUp)
      }
      const waiting: Waiting = {
        isLong,
        go() {
          settle()
          resolve()
        },
      }
      const giveUp = () => {
        settle()
        this.#remove(key, waiting)
        reject(refusal())
      }
      const deadline = setTimeout(giveUp, Math.max(1, withinMs))
      connection?.once('close', giveUp)
      own.push(waiting)
      this.#waiting.set(key, own)
      this.#size++
      this.#serve()
    })
  }

  #serve(): void {
    while (this.#running < this.#limits.most) {
      const next = this.#next()
      if (!next) return
      const [key, waiting] = next
      this.#remove(key, waiting)
      const others = this.#waiting.get(key)
      if (others) {
        // To the end of the round.
        this.#waiting.delete(key)
        this.#waiting.set(key, others)
      }
      this.#running++
      this.#countOf(key, 1)
      if (waiting.isLong) this.#runsLong.add(key)
      waiting.go()
    }
  }

  #next(): [string, Waiting] | undefined {
    const { most, mostLong = most, mostOfCaller = most } = this.#limits
    for (const [key, own] of this.#waiting) {
      if ((this.#runningOf.get(key) ?? 0) >= mostOfCaller) continue
      const mayRunLong = this.#runsLong.size < mostLong && !this.#runsLong.has(key)
      const waiting = own.find(({ isLong }) => !isLong || mayRunLong)
      if (waiting) return [key, waiting]
    }
    return undefined
  }

  #countOf(key: string, by: 1 | -1): void {
    const running = (this.#runningOf.get(key) ?? 0) + by
    if (running > 0) this.#runningOf.set(key, running)
    else this.#runningOf.delete(key)
  }

  #remove(key: string, waiting: Waiting): void {
    const own = this.#waiting.get(key)
    const place = own?.indexOf(waiting) ?? -1
    if (!own || place < 0) return
    own.splice(place, 1)
    this.#size--
    if (own.length === 0) this.#waiting.delete(key)
  }
}

function tooManyWaiting(): AppError {
  const message = 'Too many of your calls are waiting for an answer. Please try again in a moment.'
  return new AppError('too-many-calls', message, { headers: { 'retry-after': '1' } })
}
