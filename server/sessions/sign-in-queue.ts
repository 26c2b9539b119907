import { AppError } from '../errors.ts'
import { currentCaller } from '../fairness/caller.ts'
import { RecentStrangers } from './recent-strangers.ts'

/** Priority classes, lowest first. */
export const RANK = { ownAddress: 0, knownAddress: 1, stranger: 2 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

interface Limits {
  /** concurrent attempts, waiting ones included */
  perAddress: number
  /** for an address with an earlier sign-in: a whole office may share it in the morning */
  perKnownAddress: number
  perNetwork: number
  maxQueueLength: number
  queueTimeoutMs: number
  /** concurrent password checks, and how many of them may be strangers' */
  maxConcurrent: number
  maxConcurrentStrangers: number
}

const LIMITS: Limits = {
  perAddress: 8,
  perKnownAddress: 64,
  perNetwork: 24,
  maxQueueLength: 1000,
  // Refusals also come this late, which slows down a flood that waits for its responses.
  queueTimeoutMs: 4000,
  maxConcurrent: 2,
  // A flood of strangers leaves one of two cores to everyone else.
  maxConcurrentStrangers: 1,
}

/** The origin of an attempt: its counted address, the network around it and the wider region around that. */
export interface Source {
  address: string
  network: string
  region: string
}

interface Waiting {
  rank: Rank
  /**
   * Recent attempts of strangers from the network, the address, for the account and from the region; compared in that
   * order, fewer first.
   */
  suspicion(): readonly number[]
  arrival: number
  go(): void
  giveUp(): void
}

/**
 * The priority queue of sign-ins. Checking a password costs a core tens of milliseconds, so a flood of wrong ones must
 * not be able to occupy it. Concurrent attempts are limited per address and network. People who signed in before go
 * first, in order of arrival; then strangers, the least suspicious and then the newest first. Nobody waits longer than
 * a person would: with the newest first, those served at all are served soon.
 */
export class SignInQueue {
  readonly #limits: Limits
  readonly #underWay = new Map<string, number>()
  readonly #strangers = new RecentStrangers()
  readonly #waiting: Waiting[] = []
  #arrivals = 0
  #running = 0
  #strangersRunning = 0

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Runs `attempt` within the limits of its address and network.
   * @param isKnown called only when the limit for strangers is exceeded
   * @throws AppError `too-many-attempts` when too many are running
   */
  async admit<T>({ address, network }: Source, isKnown: () => Promise<boolean>, attempt: () => Promise<T>): Promise<T> {
    const { perAddress, perNetwork, perKnownAddress } = this.#limits
    const isOver = this.#count(address) >= perAddress || this.#count(network) >= perNetwork
    if (isOver && !((await isKnown()) && this.#count(address) < perKnownAddress)) throw tooManyAtOnce()
    this.#add(address, 1)
    this.#add(network, 1)
    try {
      return await attempt()
    } finally {
      this.#add(address, -1)
      this.#add(network, -1)
    }
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
    const [near, own, around] = [network, address, region].map((key) => this.#strangers.count(key))
    // Read at comparison time: an account counts all attempts so far, so that a later one for the same account is not
    // placed behind.
    const suspicion = () => [near!, own!, this.#strangers.count(named), around!]
    if (rank === RANK.stranger) this.#strangers.add(keys)
    if (this.#hasRoom(rank)) this.#start(rank)
    else {
      await this.#wait(rank, suspicion).catch((error: unknown) => {
        // An attempt whose turn never came is not suspicious and may be retried.
        if (rank === RANK.stranger) this.#strangers.remove(keys)
        throw error
      })
    }
    try {
      const answer = await check()
      if (rank === RANK.stranger) this.#strangers.remove(keys)
      return answer
    } finally {
      this.#running--
      if (rank === RANK.stranger) this.#strangersRunning--
      this.#callNext()
    }
  }

  #hasRoom(rank: Rank): boolean {
    const { maxConcurrent, maxConcurrentStrangers } = this.#limits
    return this.#running < maxConcurrent && (rank !== RANK.stranger || this.#strangersRunning < maxConcurrentStrangers)
  }

  #start(rank: Rank): void {
    this.#running++
    if (rank === RANK.stranger) this.#strangersRunning++
  }

  async #wait(rank: Rank, suspicion: Waiting['suspicion']): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const connection = currentCaller()?.connection
    if (connection?.destroyed) throw tooBusy()
    const giveUp = () => {
      this.#remove(waiting)
      reject(tooBusy())
    }
    const waiting = { rank, suspicion, arrival: ++this.#arrivals, go: resolve, giveUp }
    const timer = setTimeout(giveUp, this.#limits.queueTimeoutMs)
    timer.unref()
    // Otherwise clients that send and disconnect would fill the queue at no cost.
    connection?.once('close', giveUp)
    this.#waiting.push(waiting)
    if (this.#waiting.length > this.#limits.maxQueueLength) {
      const last = this.#waiting.reduce((one, other) => (compare(one, other) < 0 ? other : one))
      last.giveUp()
    }
    try {
      await promise
    } finally {
      clearTimeout(timer)
      connection?.off('close', giveUp)
    }
  }

  #callNext(): void {
    for (;;) {
      let next: Waiting | undefined
      for (const one of this.#waiting) {
        if (this.#hasRoom(one.rank) && (!next || compare(one, next) < 0)) next = one
      }
      if (!next) return
      this.#remove(next)
      this.#start(next.rank)
      next.go()
    }
  }

  #remove(one: Waiting): void {
    const at = this.#waiting.indexOf(one)
    if (at !== -1) this.#waiting.splice(at, 1)
  }

  #count(key: string): number {
    return this.#underWay.get(key) ?? 0
  }

  #add(key: string, change: 1 | -1): void {
    const count = this.#count(key) + change
    if (count === 0) this.#underWay.delete(key)
    else this.#underWay.set(key, count)
  }
}

/** Negative when `one` goes before `other`. */
function compare(one: Waiting, other: Waiting): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  if (one.rank !== RANK.stranger) return one.arrival - other.arrival
  const others = other.suspicion()
  for (const [i, count] of one.suspicion().entries()) {
    const difference = count - others[i]!
    if (difference !== 0) return difference
  }
  return other.arrival - one.arrival
}

function tooManyAtOnce(): AppError {
  return new AppError('too-many-attempts', 'Too many attempts at once from your network. Please try again shortly.', {
    headers: { 'retry-after': '2' },
  })
}

export function tooBusy(): AppError {
  return new AppError('unavailable', 'Too many people are signing in right now. Please try again shortly.', {
    headers: { 'retry-after': '5' },
  })
}
