import { currentCaller } from './caller.ts'

/** Whose works wait; the next one is first. One line for the process, which has one event loop. */
const waiting = new Map<string, (() => void)[]>()
let isServing = false

/**
 * Waits for a turn of the event loop that nobody else has who waits here. Work that takes some milliseconds at a time calls it in between:
 * one that only waited for the next turn would share that with all the others, and whoever comes then would wait for them together.
 * Turns go round by caller, so that the many searches of one person hold up another's by one step.
 */
export function ownTurn(): Promise<void> {
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
    // To the end of the round.
    if (own.length > 0) waiting.set(caller, own)
    break
  }
  isServing = waiting.size > 0
  if (isServing) setImmediate(serve)
}
