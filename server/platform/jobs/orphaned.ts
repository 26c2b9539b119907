import type { Db, Tx } from '../database/db.ts'
import { requeue } from './lease.ts'

/**
 * Requeues the jobs of a killed process, so that they run now instead of when their leases expire. Only for a process
 * with exclusive use of the database, before it runs any job. The attempt counts: the job may have crashed the process.
 */
export async function requeueOrphaned(db: Db, now: Date): Promise<void> {
  await db.write((tx) => requeueLeased(tx, now))
}

/** Requeues all jobs that some process holds, none of which may run any more. */
export async function requeueLeased(tx: Tx, now: Date): Promise<void> {
  const abandoned = await tx
    .selectFrom('jobs')
    .select(['id', 'attempts'])
    .where('lease_until', 'is not', null)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
  for (const job of abandoned) {
    await requeue(tx, job, { now, runAt: now, error: 'The program ended', attempts: job.attempts })
  }
}
