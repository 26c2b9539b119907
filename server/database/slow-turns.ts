import { currentCaller } from '../fairness/caller.ts'
import { FairTurns } from '../fairness/fair-turns.ts'
import type { SlowRead } from './db.ts'
import { busy } from './failures.ts'

/** So many reads run at a time, and of those that may take very long one less: a search never waits behind those. */
export const SLOW_READS = 3
/** How long each may take once it runs. */
export const SLOW_READ_MS: Record<SlowRead, number> = { search: 7000, report: 30_000 }
/** With the time that a search itself may take less than the 15 seconds after which the page gives up. */
const TURN_WITHIN_MS = 7000
/** A job has time. */
const BACKGROUND_WITHIN_MS = 120_000

/** Lets slow reads run in fair turns. */
export function slowReadTurns(): <T>(read: () => Promise<T>, pace: SlowRead) => Promise<T> {
  const turns = new FairTurns({
    most: SLOW_READS,
    mostLong: SLOW_READS - 1,
    withinMs: TURN_WITHIN_MS,
    refusal: busy,
  })
  return (read, pace) => {
    const withinMs = currentCaller() ? TURN_WITHIN_MS : BACKGROUND_WITHIN_MS
    return turns.run(read, { isLong: pace === 'report', withinMs })
  }
}
