import { ZodError } from 'zod'
import type { Tx } from '../database/db.ts'
import type { DeadLetterHandler } from './job.ts'
import { addNextRun, type Intervals } from './periodic.ts'
import type { JobQueue } from './queue.ts'

export interface DropDeps {
  queue: JobQueue
  /** mark the results of dropped jobs as failed, by kind */
  onDeadLetter: Readonly<Record<string, DeadLetterHandler>>
  /** how long after a drop one of its kind is due again, of those that must not be missing for good */
  comeBack: Intervals
}

/**
 * Deletes a job that is not running, for good unless its kind comes back.
 * @returns its kind; undefined when it is running, finished or unknown
 */
export async function dropJob(
  tx: Tx,
  { queue, onDeadLetter, comeBack }: DropDeps,
  id: number,
  now: Date,
): Promise<string | undefined> {
  const dropped = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now.toISOString())]))
    .returning(['kind', 'payload'])
    .executeTakeFirst()
  if (!dropped) return undefined
  const { kind, payload } = dropped
  await markFailed(tx, onDeadLetter[kind], payload)
  const inMs = comeBack[kind]
  if (inMs !== undefined) await addNextRun(tx, queue, kind, inMs)
  return kind
}

async function markFailed(tx: Tx, handler: DeadLetterHandler | undefined, payload: string): Promise<void> {
  try {
    await handler?.(tx, JSON.parse(payload), 'dropped')
  } catch (error) {
    // What cannot be read names no result, and may be the very reason why the job failed.
    if (!(error instanceof ZodError)) throw error
  }
}
