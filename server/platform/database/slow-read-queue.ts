import { currentCaller } from '../fairness/caller.ts'
import { FairSemaphore } from '../fairness/fair-semaphore.ts'
import type { SlowRead } from './db.ts'
import { busy } from './failures.ts'

/** Concurrent slow reads, of which one fewer may be reports: a search never queues behind those. */
export const SLOW_READS = 3
/** In milliseconds: the time limits of a search and of a report once it runs, and of a call's wait for its turn. */
export type SlowReadLimits = Record<SlowRead | 'queue', number>

/** A search and its wait together take less than the 15 seconds after which the page times out. */
export const SLOW_READ_MS: SlowReadLimits = { search: 7000, report: 30_000, queue: 7000 }
/** A job can wait longer. */
const BACKGROUND_TIMEOUT_MS = 120_000

/** A fair queue for slow reads. */
export function slowReadQueue(
  queueTimeoutMs = SLOW_READ_MS.queue,
): <T>(read: () => Promise<T>, pace: SlowRead) => Promise<T> {
  const turns = new FairSemaphore({
    maxConcurrent: SLOW_READS,
    maxConcurrentLong: SLOW_READS - 1,
    queueTimeoutMs,
    refusal: busy,
  })
  return (read, pace) => {
    const timeoutMs = currentCaller() ? queueTimeoutMs : BACKGROUND_TIMEOUT_MS
    return turns.run(read, { isLong: pace === 'report', queueTimeoutMs: timeoutMs })
  }
}
