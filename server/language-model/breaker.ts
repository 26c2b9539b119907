/** So many failed answers in a row, and the endpoint counts as down. */
const FAILURES = 3
const REST_MS = 60_000
/** An endpoint that asks for a longer rest gets no more than this. */
const LONGEST_REST_MS = 10 * 60_000

interface Health {
  failures: number
  restsUntil: number
  isTrying: boolean
}

/**
 * Leaves a dead endpoint alone, so that not every call waits for its time limit. After its rest one call tries it; the
 * others go on without it until that one has succeeded. Known to this process only: each finds out by itself.
 */
export class Breaker {
  readonly #now: () => number
  readonly #known = new Map<string, Health>()
  constructor(clock: () => Date) {
    this.#now = () => clock().getTime()
  }

  /** @returns false while the endpoint is left alone; true obliges to tell how it went */
  mayAsk(endpoint: string): boolean {
    const health = this.#known.get(endpoint)
    if (!health || health.failures < FAILURES) return true
    if (this.isResting(endpoint) || health.isTrying) return false
    health.isTrying = true
    return true
  }

  isResting(endpoint: string): boolean {
    const health = this.#known.get(endpoint)
    return health !== undefined && health.failures >= FAILURES && this.#now() < health.restsUntil
  }

  worked(endpoint: string): void {
    this.#known.delete(endpoint)
  }

  /** @param retryAfterMs how long the endpoint itself wants to be left alone: then it is, at once */
  failed(endpoint: string, retryAfterMs = 0): void {
    const failures = retryAfterMs > 0 ? FAILURES : (this.#known.get(endpoint)?.failures ?? 0) + 1
    const rest = Math.min(LONGEST_REST_MS, Math.max(REST_MS, retryAfterMs))
    // Another endpoint is another address or model; only the newest matters.
    this.#known.clear()
    this.#known.set(endpoint, { failures, restsUntil: this.#now() + rest, isTrying: false })
  }
}
