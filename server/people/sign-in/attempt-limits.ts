import { AppError } from '../../platform/errors.ts'
import type { Source } from '../../platform/http/address.ts'
import { text } from '../../../shared/texts/say.ts'

interface Limits {
  /** concurrent attempts, waiting ones included */
  perAddress: number
  /** for an address with an earlier sign-in: a whole office may share it in the morning */
  perKnownAddress: number
}

const LIMITS: Limits = { perAddress: 8, perKnownAddress: 64 }

/** Limits the concurrent attempts to sign in of each address. */
export class AttemptLimits {
  readonly #limits: Limits
  readonly #underWay = new Map<string, number>()

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
  }

  /**
   * Runs `attempt` within the limits of its address.
   * @param isKnown called only when the limit for strangers is exceeded
   * @throws AppError `too-many-attempts` when too many are running
   */
  async admit<T>(
    { address }: Pick<Source, 'address'>,
    isKnown: () => Promise<boolean>,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const { perAddress, perKnownAddress } = this.#limits
    if (this.#count(address) >= perAddress && !((await isKnown()) && this.#count(address) < perKnownAddress))
      throw tooManyAtOnce()
    this.#add(address, 1)
    try {
      return await attempt()
    } finally {
      this.#add(address, -1)
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

/** For an attempt beyond the limit of its address or network. */
export function tooManyAtOnce(): AppError {
  return new AppError(
    'too-many-attempts',
    text('Too many attempts at once from your network. Please try again shortly.'),
    {
      headers: { 'retry-after': '2' },
    },
  )
}
