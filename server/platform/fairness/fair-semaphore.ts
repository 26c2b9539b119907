import type { AppError } from '../errors.ts'
import { currentCaller } from './caller.ts'
import { tooManyWaiting } from './too-many-waiting.ts'

interface Limits {
  /** concurrent tasks */
  maxConcurrent: number
  /** Concurrent tasks marked as long, at most one per caller: short ones never wait behind all of the long ones. */
  maxConcurrentLong?: number
  /** Concurrent tasks per caller: the other slots stay free for other callers. */
  maxConcurrentPerCaller?: number
  /** waiting tasks per caller */
  maxQueuedPerCaller?: number
  /** A task that has not started after this time is refused. */
  queueTimeoutMs: number
  /** the error for a task that waited too long, or arrived when too many were waiting */
  refusal: (cause?: unknown) => AppError
}

interface Waiting {
  isLong: boolean
  go(): void
}

/** All background work counts as one caller. */
const BACKGROUND = ''
const MAX_WAITING = 64
const MAX_WAITING_TOTAL = 1000

/**
 * A semaphore with a fair queue: callers are served round-robin, so that a caller with a single task waits for one of
 * each other caller, however many those have.
 */
export class FairSemaphore {
  readonly #limits: Limits
  /** by caller; the next one to be served is first */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #runsLong = new Set<string>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #size = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** number of waiting tasks */
  get size(): number {
    return this.#size
  }

  /**
   * @throws AppError the `refusal` when the turn does not come in time, when too many wait in all, or when the caller
   *   has disconnected; `too-many-calls` when too many of the caller's own are waiting
   */
  async run<T>(
    work: () => Promise<T>,
    { isLong = false, queueTimeoutMs = this.#limits.queueTimeoutMs } = {},
  ): Promise<T> {
    const key = currentCaller()?.key ?? BACKGROUND
    await this.#turn(key, isLong, queueTimeoutMs)
    try {
      return await work()
    } finally {
      this.#running--
      this.#countOf(key, -1)
      if (isLong) this.#runsLong.delete(key)
      this.#serve()
    }
  }

  #turn(key: string, isLong: boolean, queueTimeoutMs: number): Promise<void> {
    const { refusal, maxQueuedPerCaller = MAX_WAITING } = this.#limits
    const connection = currentCaller()?.connection
    const own = this.#waiting.get(key) ?? []
    // Jobs and seeds await their own tasks, so their queue needs no limit.
    if (key !== BACKGROUND) {
      if (own.length >= maxQueuedPerCaller) return Promise.reject(tooManyWaiting())
      if (this.#size >= MAX_WAITING_TOTAL || connection?.destroyed) return Promise.reject(refusal())
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
      const deadline = setTimeout(giveUp, Math.max(1, queueTimeoutMs))
      connection?.once('close', giveUp)
      own.push(waiting)
      this.#waiting.set(key, own)
      this.#size++
      this.#serve()
    })
  }

  #serve(): void {
    while (this.#running < this.#limits.maxConcurrent) {
      const next = this.#next()
      if (!next) return
      const [key, waiting] = next
      this.#remove(key, waiting)
      const others = this.#waiting.get(key)
      if (others) {
        // Back to the end of the round.
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
    const { maxConcurrent, maxConcurrentLong = maxConcurrent, maxConcurrentPerCaller = maxConcurrent } = this.#limits
    for (const [key, own] of this.#waiting) {
      if ((this.#runningOf.get(key) ?? 0) >= maxConcurrentPerCaller) continue
      const mayRunLong = this.#runsLong.size < maxConcurrentLong && !this.#runsLong.has(key)
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
    const own = this.#waiting.get(key)!
    own.splice(own.indexOf(waiting), 1)
    this.#size--
    if (own.length === 0) this.#waiting.delete(key)
  }
}
