/** Consecutive failures after which the endpoint counts as down. */
const FAILURES = 3
const COOLDOWN_MS = 60_000
/** Upper bound for a longer `Retry-After` of the endpoint. */
const MAX_COOLDOWN_MS = 10 * 60_000

interface Health {
  failures: number
  openUntil: number
  isTrying: boolean
}

/**
 * Circuit breaker: skips a dead endpoint, so that not every call waits for its time limit. After the cooldown one call
 * probes it; the others are refused until the probe has succeeded. The state is per process.
 */
export class CircuitBreaker {
  readonly #now: () => number
  readonly #known = new Map<string, Health>()
  constructor(clock: () => Date) {
    this.#now = () => clock().getTime()
  }

  /** @returns false while the circuit is open; after true the caller has to report with `recordSuccess` or `recordFailure` */
  allowsRequest(endpoint: string): boolean {
    const health = this.#known.get(endpoint)
    if (!health || health.failures < FAILURES) return true
    if (this.isOpen(endpoint) || health.isTrying) return false
    health.isTrying = true
    return true
  }

  isOpen(endpoint: string): boolean {
    const health = this.#known.get(endpoint)
    return health !== undefined && health.failures >= FAILURES && this.#now() < health.openUntil
  }

  recordSuccess(endpoint: string): void {
    this.#known.delete(endpoint)
  }

  /** @param retryAfterMs the endpoint's own `Retry-After`: it opens the circuit at once */
  recordFailure(endpoint: string, retryAfterMs = 0): void {
    const failures = retryAfterMs > 0 ? FAILURES : (this.#known.get(endpoint)?.failures ?? 0) + 1
    const cooldown = Math.min(MAX_COOLDOWN_MS, Math.max(COOLDOWN_MS, retryAfterMs))
    // Another endpoint means that address or model was changed: only the newest matters.
    this.#known.clear()
    this.#known.set(endpoint, { failures, openUntil: this.#now() + cooldown, isTrying: false })
  }
}
