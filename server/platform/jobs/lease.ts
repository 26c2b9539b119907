import type { Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import type { ClaimedJob } from './claim.ts'

/** A claimed job; the attempt number is a fencing token: once the lease expires, another runner's is higher. */
type LeasedJob = Pick<ClaimedJob, 'id' | 'attempts'>

/** @returns whether the job still belonged to this runner */
async function updateIfLeased(
  tx: Tx,
  job: LeasedJob,
  change: Partial<Omit<Tables['jobs'], 'id' | 'turn'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('finished_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function extendLease(tx: Tx, job: LeasedJob, leaseUntil: Date): Promise<boolean> {
  return updateIfLeased(tx, job, { lease_until: leaseUntil.toISOString() })
}

export function finish(tx: Tx, job: LeasedJob, now: Date): Promise<boolean> {
  return updateIfLeased(tx, job, { finished_at: now.toISOString(), lease_until: null, last_error: null })
}

/** Makes a job a dead letter, for a person to look at. */
export function deadLetter(tx: Tx, job: LeasedJob, now: Date, error: string): Promise<boolean> {
  return updateIfLeased(tx, job, { dead_at: now.toISOString(), lease_until: null, last_error: error })
}

/** Takes the other dead letters of a job's kind off the list. */
export async function closeOtherDeadLetters(tx: Tx, { id, kind }: ClaimedJob, now: Date): Promise<void> {
  const others = tx.updateTable('jobs').where('kind', '=', kind).where('id', '!=', id).where('dead_at', 'is not', null)
  await others.set({ dead_at: null, finished_at: now.toISOString() }).execute()
}

/**
 * Requeues a job for `runAt`; if a newer one of its kind and key is waiting, that one replaces it.
 * @param attempts the number that counts as used up
 */
export async function requeue(
  tx: Tx,
  job: LeasedJob,
  { now, runAt, error, attempts }: { now: Date; runAt: Date; error: string | null; attempts: number },
): Promise<void> {
  const newer = await tx
    .selectFrom('jobs as own')
    .innerJoin('jobs as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.unique_key', '=', 'own.unique_key'),
    )
    .select('other.id')
    .where('own.id', '=', job.id)
    .where('other.id', '!=', job.id)
    .where('other.finished_at', 'is', null)
    .where('other.dead_at', 'is', null)
    .where('other.lease_until', 'is', null)
    .executeTakeFirst()
  if (newer) await finish(tx, job, now)
  else await updateIfLeased(tx, job, { lease_until: null, run_at: runAt.toISOString(), last_error: error, attempts })
}
