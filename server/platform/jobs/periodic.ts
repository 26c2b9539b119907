import type { Tx } from '../database/db.ts'
import type { JobQueue } from './queue.ts'

/** Time from the end of a job to its next run in milliseconds, by kind. */
export type Intervals = Readonly<Record<string, number>>

/** About four minutes of retries: longer than a restart of what a job needs. */
const MAX_ATTEMPTS = 8

/** Stores the next run of a periodic job, unless one is waiting. */
export function addNextRun(tx: Tx, queue: JobQueue, kind: string, inMs: number): Promise<void> {
  return queue.add(tx, { kind, payload: null, uniqueKey: 'next', inMs, maxAttempts: MAX_ATTEMPTS })
}

/** Stores the next run of each periodic job that has none waiting, for a start of the program. */
export async function addNextRuns(tx: Tx, queue: JobQueue, intervals: Intervals): Promise<void> {
  // Not at once: a run whose process was killed may still hold its lease, and would lose count of its attempts.
  for (const [kind, inMs] of Object.entries(intervals)) await addNextRun(tx, queue, kind, inMs)
}
