import { currentCaller } from '../fairness/caller.ts'
import { FairSemaphore } from '../fairness/fair-semaphore.ts'
import type { SlowRead } from './db.ts'
import { busy } from './failures.ts'

/** Concurrent slow reads, of which one fewer may be reports: a search never queues behind those. */
export const SLOW_READS = 3
/** Time limit of each once it runs. */
export const SLOW_READ_MS: Record<SlowRead, number> = { search: 7000, report: 30_000 }
/** Together with the time limit of a search, less than the 15 seconds after which the page times out. */
const QUEUE_TIMEOUT_MS = 7000
/** A job can wait longer. */
const BACKGROUND_TIMEOUT_MS = 120_000

/** A fair queue for slow reads. */
export function slowReadQueue(): <T>(read: () => Promise<T>, pace: SlowRead) => Promise<T> {
  const turns = new FairSemaphore({
    most: SLOW_READS,
    mostLong: SLOW_READS - 1,
    withinMs: QUEUE_TIMEOUT_MS,
    refusal: busy,
  })
  return (read, pace) => {
    const withinMs = currentCaller() ? QUEUE_TIMEOUT_MS : BACKGROUND_TIMEOUT_MS
    return turns.run(read, { isLong: pace === 'report', withinMs })
  }
}
