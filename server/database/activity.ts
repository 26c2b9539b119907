import { setTimeout as pause } from 'node:timers/promises'

/** Nobody writes when nobody has for so long: those who write one after the other have answers to read in between. */
const IDLE_MS = 25

/** Knows whether anybody writes, so that work in the background can stand back. */
export class Activity {
  #writing = 0
  #activeAt = -Infinity

  async during<T>(writing: () => Promise<T>): Promise<T> {
    this.#writing++
    try {
      return await writing()
    } finally {
      this.#writing--
      this.#activeAt = performance.now()
    }
  }

  /** Resolves once nobody has written for a moment, or after `longestMs`. */
  async whenIdle(longestMs: number): Promise<void> {
    const until = performance.now() + longestMs
    for (;;) {
      const left = Math.min(until, this.#writing > 0 ? Infinity : this.#activeAt + IDLE_MS) - performance.now()
      if (left <= 0) return
      await pause(Math.min(left, IDLE_MS))
    }
  }
}
