import { AppError } from '../errors.ts'
import { currentCaller } from '../fairness/caller.ts'
import { RecentStrangers } from './recent-strangers.ts'

/** Who is served first. */
export const RANK = { ownAddress: 0, knownAddress: 1, stranger: 2 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

interface Limits {
  /** attempts under way, waiting ones included */
  perAddress: number
  /** of an address that somebody has signed in from: a whole office may share it in the morning */
  perKnownAddress: number
  perNetwork: number
  longestLine: number
  longestWaitMs: number
  /** checks of a password that run side by side, and of those the ones of strangers */
  atOnce: number
  strangersAtOnce: number
}

const LIMITS: Limits = {
  perAddress: 8,
  perKnownAddress: 64,
  perNetwork: 24,
  longestLine: 1000,
  // The refusal comes that late as well, which slows down a flood that waits for its answers.
  longestWaitMs: 4000,
  atOnce: 2,
  // A flood of strangers leaves one of two cores to everybody else.
  strangersAtOnce: 1,
}

/** Where an attempt comes from: its counted address, the network around it and the wider one around that. */
export interface Source {
  address: string
  network: string
  region: string
}

interface Waiting {
  rank: Rank
  /** The clean before the others: how often strangers tried lately from the network, the address, for the account, from the region. */
  suspicion(): readonly number[]
  arrival: number
  go(): void
  giveUp(): void
}

/**
 * The line of those who sign in. Checking a password costs a core some tens of milliseconds, so a flood of wrong ones must
 * not be able to fill it: each address and network has so many attempts under way and no more, those who have signed
 * in before go first, in order of arrival, then strangers, the clean and the newest first. Nobody waits longer than the
 * time that a person would: newest first, those who are served at all are served soon.
 */
export class SignInLine {
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
   * Runs `attempt` as one of its address and network.
   * @param isKnown asked only once there are more under way than a stranger may have
   * @throws AppError `too-many-attempts` when there are too many under way
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
   * Runs `check` when its turn has come. An attempt that fails makes its address, networks and account suspicious for a while.
   * @param account whom it is for; all names that no account has count as one, or each of a flood of them would be new
   * @throws AppError `unavailable` when it did not come in time, or when the caller has gone
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
    // An account counts as often as it is tried by now: who comes later for the same one must not be behind for that.
    const suspicion = () => [near!, own!, this.#strangers.count(named), around!]
    if (rank === RANK.stranger) this.#strangers.add(keys)
    if (this.#hasRoom(rank)) this.#start(rank)
    else {
      await this.#wait(rank, suspicion).catch((error: unknown) => {
        // Whose turn never came has done nothing wrong, and may try again.
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
    const { atOnce, strangersAtOnce } = this.#limits
    return this.#running < atOnce && (rank !== RANK.stranger || this.#strangersRunning < strangersAtOnce)
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
    const timer = setTimeout(giveUp, this.#limits.longestWaitMs)
    timer.unref()
    // Without it, those who send and leave would fill the line at no cost.
    connection?.once('close', giveUp)
    this.#waiting.push(waiting)
    if (this.#waiting.length > this.#limits.longestLine) {
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

/** Below 0 when `one` goes before `other`. */
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
