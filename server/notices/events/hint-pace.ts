import type { Hint } from '../../database/hints.ts'

const PACE_MS = 500

/** Passes on each hint at once, and then at most twice a second; a last one always follows the last change. */
export class HintPace {
  readonly #pass: (hint: Hint) => void
  /** The hints passed on lately, and whether they have been repeated since. */
  readonly #resting = new Map<string, { isRepeated: boolean; timer: NodeJS.Timeout }>()

  constructor(pass: (hint: Hint) => void) {
    this.#pass = pass
  }

  take(hint: Hint): void {
    const key = JSON.stringify(hint)
    const resting = this.#resting.get(key)
    if (resting) {
      resting.isRepeated = true
      return
    }
    const wake = () => {
      const { isRepeated } = this.#resting.get(key)!
      this.#resting.delete(key)
      if (isRepeated) this.take(hint)
    }
    this.#resting.set(key, { isRepeated: false, timer: setTimeout(wake, PACE_MS).unref() })
    this.#pass(hint)
  }

  close(): void {
    for (const { timer } of this.#resting.values()) clearTimeout(timer)
    this.#resting.clear()
  }
}
