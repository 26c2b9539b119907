import { setTimeout as pause } from 'node:timers/promises'

/** Nobody writes when nobody has for so long: those who write one after the other have answers to read in between. */
const CALM_MS = 25

/** Knows whether anybody writes, so that work in the background can stand back. */
export function watchActivity() {
  let writing = 0
  let activeAt = -Infinity
  return {
    /** @returns what to call at the end */
    begin(): () => void {
      writing++
      return () => {
        writing--
        activeAt = performance.now()
      }
    },
    /** Resolves once nobody has written for a moment, or after `longestMs`. */
    async calm(longestMs: number): Promise<void> {
      const until = performance.now() + longestMs
      for (;;) {
        const left = Math.min(until, writing > 0 ? Infinity : activeAt + CALM_MS) - performance.now()
        if (left <= 0) return
        await pause(Math.min(left, CALM_MS))
      }
    },
  }
}
