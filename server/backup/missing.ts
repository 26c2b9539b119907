import type { BackupStatus } from '../../shared/backups.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Deps } from './deps.ts'
import { findLastEnded, findLastProven } from './queries.ts'
import { readStored } from './stored-settings.ts'
import { tellManagers } from './tell-managers.ts'

const DAY_MS = 86_400_000
const INTERVAL_MS = { daily: DAY_MS, weekly: 7 * DAY_MS }
/** Row of `settings`: when people were last told that a backup is missing. */
const TOLD = 'backup-missing-told'

/** What is wrong with the backups; null when the newest one is proven and none is overdue. */
export async function warningIn(reader: Reader | Tx, now: Date): Promise<BackupStatus['warning']> {
  const [{ schedule, savedAt }, last, proven] = await Promise.all([
    readStored(reader),
    findLastEnded(reader),
    findLastProven(reader),
  ])
  const lastProvenAt = proven?.started_at ?? null
  if (last?.state === 'failed') return { code: 'failed', lastProvenAt }
  if (last?.state === 'not-proven') return { code: 'not-proven', lastProvenAt }
  if (schedule === 'manual') return null
  const since = Date.parse(lastProvenAt ?? savedAt ?? now.toISOString())
  return now.getTime() - since > 2 * INTERVAL_MS[schedule] ? { code: 'missing', lastProvenAt } : null
}

/** Tells those who manage backups that one is missing, at most once a day. */
export async function tellWhenMissing({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  if ((await warningIn(db.read, now))?.code !== 'missing') return
  await db.write(async (tx) => {
    const lastNotice = await tx.selectFrom('settings').select('updated_at').where('key', '=', TOLD).executeTakeFirst()
    if (lastNotice && now.getTime() - Date.parse(lastNotice.updated_at) < DAY_MS) return
    const row = { value: '{}', updated_at: now.toISOString() }
    await tx
      .insertInto('settings')
      .values({ key: TOLD, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
    await tellManagers(tx, { code: 'backup-missing', targetId: (await findLastProven(tx))?.id ?? 'none', now })
  })
}
