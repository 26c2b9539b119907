import { LRUCache } from 'lru-cache'
import type { Rate } from '../../../shared/fair-use.ts'

interface Bucket {
  tokens: number
  /** when that many were left, in milliseconds */
  at: number
}

const MAX_BUCKETS = 10_000

/** A token bucket per key: `burst` calls at once, then `perSecond`. */
export class TokenBuckets {
  /** The least recently used bucket is evicted: it is the first to be full again. */
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })

  /** Takes a token. @returns 0, or the seconds until one is available: then none was taken */
  take(key: string, { burst, perSecond }: Rate, nowMs: number): number {
    const { tokens: left, at } = this.#buckets.get(key) ?? { tokens: burst, at: nowMs }
    // A clock that is set back neither adds nor removes tokens.
    const tokens = Math.min(burst, left + (Math.max(0, nowMs - at) / 1000) * perSecond)
    const isEmpty = tokens < 1
    this.#buckets.set(key, { tokens: isEmpty ? tokens : tokens - 1, at: nowMs })
    return isEmpty ? Math.ceil((1 - tokens) / perSecond) : 0
  }

  get size(): number {
    return this.#buckets.size
  }
}
