import type { Reader, Tx } from '../../platform/database/db.ts'

/** How many mails wait. */
export async function countHeldMails(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('mails')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Drops the mail that waits after a restore, which may have gone out already. Only links that people asked for since are
 * kept: what else was written since tells of what the backup had not told yet.
 * @returns how many were dropped
 */
export async function dropHeldMails(tx: Tx, restoredAt: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state: 'dropped', reason: 'restored', settled_at: now.toISOString(), open_key: null })
    .where('state', '=', 'waiting')
    .where((row) => row.or([row('kind', '!=', 'account-link'), row('created_at', '<', restoredAt)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
