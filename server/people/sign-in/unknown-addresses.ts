/** Attempts are counted for one to two spans. */
const SPAN_MS = 600_000
/** Keys per span; a flood with more shortens it. */
const MAX_KEYS = 60_000

/** Recent sign-in attempts of strangers, counted by address, by the networks around it, and by account. */
export class UnknownAddresses {
  #now = new Map<string, number>()
  #before = new Map<string, number>()
  #since = performance.now()

  add(keys: readonly string[]): void {
    if (this.#now.size >= MAX_KEYS || performance.now() - this.#since > SPAN_MS) {
      this.#before = this.#now
      this.#now = new Map()
      this.#since = performance.now()
    }
    for (const key of keys) this.#now.set(key, (this.#now.get(key) ?? 0) + 1)
  }

  /** Uncounts an attempt that turned out to be harmless. */
  remove(keys: readonly string[]): void {
    for (const key of keys) {
      const count = this.#now.get(key)
      if (count !== undefined) this.#now.set(key, count - 1)
    }
  }

  count(key: string): number {
    return (this.#now.get(key) ?? 0) + (this.#before.get(key) ?? 0)
  }
}
