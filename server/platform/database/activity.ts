import { setTimeout as pause } from 'node:timers/promises'

/**
 * The database counts as idle this long after the last write: a sequential writer pauses between its calls to read
 * answers.
 */
const IDLE_MS = 25

/** Tracks writes in progress, so that background work can yield to them. */
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

  /** Resolves once there has been no write for `IDLE_MS`, or after `longestMs`. */
  async whenIdle(longestMs: number): Promise<void> {
    const until = performance.now() + longestMs
    for (;;) {
      const left = Math.min(until, this.#writing > 0 ? Infinity : this.#activeAt + IDLE_MS) - performance.now()
      if (left <= 0) return
      await pause(Math.min(left, IDLE_MS))
    }
  }
}
