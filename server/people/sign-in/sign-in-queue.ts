import { AppError } from '../../platform/errors.ts'
import { currentCaller } from '../../platform/fairness/caller.ts'
import { tooManyAtOnce } from './attempt-limits.ts'
import { UnknownAddresses } from './unknown-addresses.ts'
import { type Attempt, compareAttempts, RANK, type Rank } from './sign-in-order.ts'
import type { Source } from '../../platform/http/address.ts'
import { text } from '../../../shared/texts/say.ts'

interface Limits {
  maxQueueLength: number
  /** waiting strangers of one network */
  maxQueuedPerNetwork: number
  queueTimeoutMs: number
  /** concurrent password checks, and how many of them may be strangers' */
  maxConcurrent: number
  maxConcurrentStrangers: number
}

const LIMITS: Limits = {
  maxQueueLength: 1000,
  maxQueuedPerNetwork: 24,
  // Refusals also come this late, which slows down a flood that waits for its responses.
  queueTimeoutMs: 4000,
  maxConcurrent: 2,
  // A flood of strangers leaves one of two cores to everyone else.
  maxConcurrentStrangers: 1,
}

interface Waiting extends Attempt {
  address: string
  network: string
  go(): void
  giveUp(refusal?: AppError): void
}

/**
 * The priority queue of sign-ins. Checking a password costs a core tens of milliseconds, so a flood of wrong ones must
 * not be able to occupy it. People who signed in before go first, in order of arrival; then strangers, the least
 * suspicious and then the newest first. Nobody waits longer than a person would: with the newest first, those served at
 * all are served soon.
 */
export class SignInQueue {
  readonly #limits: Limits
  readonly #strangers = new UnknownAddresses()
  readonly #waiting: Waiting[] = []
  #arrivals = 0
  #running = 0
  #strangersRunning = 0

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Runs `check` when its turn comes. A failed attempt makes its address, networks and account suspicious for a while.
   * @param account undefined counts all names without an account as one, otherwise a flood could use a new name each
   *   time
   * @throws AppError `unavailable` when the turn did not come in time, or the client has disconnected
   */
  async run<T>(
    rank: Rank,
    { address, network, region }: Source,
    account: string | undefined,
    check: () => Promise<T>,
  ): Promise<T> {
    const named = `account ${account ?? ''}`
    const keys = [network, address, named, region]
    // Read at comparison time: each counts all attempts so far, so that a later one is not placed behind those of a flood
    // that have waited longer.
    const failureCounts = () => keys.map((key) => this.#strangers.count(key))
    if (rank === RANK.unknownAddress) this.#strangers.add(keys)
    if (this.#hasRoom(rank)) this.#start(rank)
    else {
      await this.#wait(rank, { address, network }, failureCounts).catch((error: unknown) => {
        // An attempt whose turn never came is not suspicious and may be retried.
        if (rank === RANK.unknownAddress) this.#strangers.remove(keys)
        throw error
      })
    }
    try {
      const answer = await check()
      if (rank === RANK.unknownAddress) this.#strangers.remove(keys)
      return answer
    } finally {
      this.#running--
      if (rank === RANK.unknownAddress) this.#strangersRunning--
      this.#callNext()
    }
  }

  /** Whether a stranger from this address would be refused at once: it saves the look-ups of most of a flood. */
  isHopeless({ address, network }: Source): boolean {
    const near = this.#nearby(network)
    if (near.length < this.#limits.maxQueuedPerNetwork) return false
    return this.#strangers.count(address) > this.#strangers.count(lastOf(near).address)
  }

  #hasRoom(rank: Rank): boolean {
    const { maxConcurrent, maxConcurrentStrangers } = this.#limits
    return (
      this.#running < maxConcurrent && (rank !== RANK.unknownAddress || this.#strangersRunning < maxConcurrentStrangers)
    )
  }

  #start(rank: Rank): void {
    this.#running++
    if (rank === RANK.unknownAddress) this.#strangersRunning++
  }

  async #wait(
    rank: Rank,
    { address, network }: Pick<Source, 'address' | 'network'>,
    failureCounts: Attempt['failureCounts'],
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const connection = currentCaller()?.connection
    if (connection?.destroyed) throw tooBusy()
    const giveUp = (refusal = tooBusy()) => {
      this.#remove(waiting)
      reject(refusal)
    }
    const waiting = { rank, address, network, failureCounts, arrival: ++this.#arrivals, go: resolve, giveUp }
    const leave = () => giveUp()
    const timer = setTimeout(leave, this.#limits.queueTimeoutMs)
    timer.unref()
    // Otherwise clients that send and disconnect would fill the queue at no cost.
    connection?.once('close', leave)
    this.#waiting.push(waiting)
    this.#refuseExcess(network)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      connection?.off('close', leave)
    }
  }

  /** The most suspicious is refused, not the one that has just arrived: it may be a person's new machine. */
  #refuseExcess(network: string): void {
    const { maxQueueLength, maxQueuedPerNetwork } = this.#limits
    const near = this.#nearby(network)
    if (near.length > maxQueuedPerNetwork) lastOf(near).giveUp(tooManyAtOnce())
    else if (this.#waiting.length > maxQueueLength) lastOf(this.#waiting).giveUp()
  }

  /** Waiting strangers of a network. */
  #nearby(network: string): Waiting[] {
    return this.#waiting.filter((one) => one.rank === RANK.unknownAddress && one.network === network)
  }

  #callNext(): void {
    for (;;) {
      let next: Waiting | undefined
      for (const one of this.#waiting) {
        if (this.#hasRoom(one.rank) && (!next || compareAttempts(one, next) < 0)) next = one
      }
      if (!next) return
      this.#remove(next)
      this.#start(next.rank)
      next.go()
    }
  }

  #remove(one: Waiting): void {
    const index = this.#waiting.indexOf(one)
    if (index !== -1) this.#waiting.splice(index, 1)
  }
}

function lastOf(attempts: readonly Waiting[]): Waiting {
  return attempts.reduce((a, b) => (compareAttempts(a, b) < 0 ? b : a))
}

export function tooBusy(): AppError {
  return new AppError('unavailable', text('Too many people are signing in right now. Please try again shortly.'), {
    headers: { 'retry-after': '5' },
  })
}
