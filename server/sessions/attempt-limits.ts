import { AppError } from '../errors.ts'
import type { Source } from '../http/address.ts'

interface Limits {
  /** concurrent attempts, waiting ones included */
  perAddress: number
  /** for an address with an earlier sign-in: a whole office may share it in the morning */
  perKnownAddress: number
  perNetwork: number
}

const LIMITS: Limits = { perAddress: 8, perKnownAddress: 64, perNetwork: 24 }

/** Limits the concurrent attempts to sign in of each address and network. */
export class AttemptLimits {
  readonly #limits: Limits
  readonly #underWay = new Map<string, number>()

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
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

  #count(key: string): number {
    return this.#underWay.get(key) ?? 0
  }

  #add(key: string, change: 1 | -1): void {
    const count = this.#count(key) + change
    if (count === 0) this.#underWay.delete(key)
    else this.#underWay.set(key, count)
  }
}

function tooManyAtOnce(): AppError {
  return new AppError('too-many-attempts', 'Too many attempts at once from your network. Please try again shortly.', {
    headers: { 'retry-after': '2' },
  })
}
