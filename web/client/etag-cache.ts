interface KnownAnswer {
  etag: string
  answer: unknown
}

const MAX_ANSWERS = 50

/**
 * Caches answers with an ETag, so that the next call for the same address can be answered with 304. Held in memory and
 * not in the browser's cache, because answers about people are never stored on the device (`no-store`).
 */
export class EtagCache {
  #token: string | undefined
  readonly #answers = new Map<string, KnownAnswer>()

  /** @returns undefined if the answer was cached for another session */
  find(token: string | undefined, path: string): KnownAnswer | undefined {
    return token === this.#token ? this.#answers.get(path) : undefined
  }

  keep(token: string | undefined, path: string, known: KnownAnswer): void {
    if (token !== this.#token) this.#answers.clear()
    this.#token = token
    // Moved to the end, so that the first key is the oldest, which is evicted.
    this.#answers.delete(path)
    this.#answers.set(path, known)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest)
  }
}
