import type { Db } from '../database/db.ts'
import { requeue } from './held.ts'

/**
 * Takes back the jobs of a process that was killed, so that they go on now and not when their leases have run out. Only for
 * a process that has the database to itself, before it runs any job. The attempt counts: a job may be what ended the process.
 */
export async function requeueOrphaned(db: Db, now: Date): Promise<void> {
  await db.write(async (tx) => {
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
  })
}
