import { currentCaller } from './caller.ts'

/** The waiters by caller; the next caller is first. One queue per process, which has one event loop. */
const waiting = new Map<string, (() => void)[]>()
let isServing = false

/**
 * Waits for a turn of the event loop in which no other waiter is resumed. Work in steps of several milliseconds awaits
 * it between them: with a plain `setImmediate` all waiters would resume in the same turn, and a new call would wait for
 * all of them. Callers are served round-robin, so that one person's many searches delay another's by one step.
 */
export function yieldFairly(): Promise<void> {
  const caller = currentCaller()?.key ?? ''
  return new Promise((resolve) => {
    const own = waiting.get(caller)
    if (own) own.push(resolve)
    else waiting.set(caller, [resolve])
    if (!isServing) setImmediate(serve)
    isServing = true
  })
}

function serve(): void {
  for (const [caller, own] of waiting) {
    waiting.delete(caller)
    own.shift()?.()
    // Back to the end of the round.
    if (own.length > 0) waiting.set(caller, own)
    break
  }
  isServing = waiting.size > 0
  if (isServing) setImmediate(serve)
}
