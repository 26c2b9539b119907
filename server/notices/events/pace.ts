const PACE_MS = 500

/** Passes on each thing at once, and then at most twice a second; the last state always follows the last change. */
export class Pace<T> {
  readonly #pass: (thing: T) => void
  readonly #keyOf: (thing: T) => string
  /** What has been passed on lately, and what has come for it since. */
  readonly #resting = new Map<string, { next: T | undefined; timer: NodeJS.Timeout }>()

  /** @param keyOf things of one key replace each other; by default only equal ones */
  constructor(pass: (thing: T) => void, keyOf: (thing: T) => string = (thing) => JSON.stringify(thing)) {
    this.#pass = pass
    this.#keyOf = keyOf
  }

  take(thing: T): void {
    const key = this.#keyOf(thing)
    const resting = this.#resting.get(key)
    if (resting) {
      resting.next = thing
      return
    }
    const wake = () => {
      const { next } = this.#resting.get(key)!
      this.#resting.delete(key)
      if (next !== undefined) this.take(next)
    }
    this.#resting.set(key, { next: undefined, timer: setTimeout(wake, PACE_MS).unref() })
    this.#pass(thing)
  }

  close(): void {
    for (const { timer } of this.#resting.values()) clearTimeout(timer)
    this.#resting.clear()
  }
}
