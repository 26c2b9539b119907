import type { Tx } from '../database/db.ts'
import { findWaiting } from './queue.ts'

/**
 * Requeues a dead letter with all its attempts; if one of its kind and key is waiting, that one replaces it and is due at
 * once.
 * @returns its kind; undefined when it isn't dead
 */
export async function retryDead(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const dead = await tx
    .selectFrom('jobs')
    .select(['kind', 'unique_key'])
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .executeTakeFirst()
  if (!dead) return undefined
  const { kind, unique_key } = dead
  const [waiting] = unique_key === null ? [] : await findWaiting(tx, { kind, unique_key })
  const at = now.toISOString()
  if (waiting) {
    // It may be the next run of a daily job.
    await tx.updateTable('jobs').set({ run_at: at }).where('id', '=', waiting.id).where('run_at', '>', at).execute()
  }
  const change = waiting
    ? { dead_at: null, finished_at: at }
    : { dead_at: null, attempts: 0, run_at: at, lease_until: null, last_error: null }
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? kind : undefined
}
