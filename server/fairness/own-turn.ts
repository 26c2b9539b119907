import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop that nobody else has who waits here. Work that takes some milliseconds at a time calls it in between:
 * one that only waited for the next turn would share that with all the others, and whoever comes then would wait for them together.
 */
export function ownTurn(): Promise<void> {
  return (last = last.then(() => nextTurn()))
}
