import { z } from 'zod'
import { RESTORE_STATES, RestoreFailed } from '../../../shared/backups.ts'
import { PersonName } from '../../../shared/users.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { tellPages } from '../../platform/database/hints.ts'
import { RESTORING } from '../../platform/jobs/hold.ts'

/** Kind of the job that prepares a restore. */
export const PREPARE = 'prepare-restore'
/** Row of `settings` that says why the last preparation came to nothing. */
const FAILED = 'restoring-failed'

/** A restore that is prepared, or waits for the next start. One at a time. */
export const Restoring = z.object({
  /** names the place where it is prepared */
  token: z.string().regex(/^[0-9a-f]{16}$/),
  backupId: z.string(),
  /** when the backup was taken */
  takenAt: z.string(),
  askedBy: PersonName,
  askedAt: z.string(),
  state: z.enum(RESTORE_STATES),
})
export type Restoring = z.infer<typeof Restoring>

export async function findRestoring(reader: Reader | Tx): Promise<Restoring | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('key', '=', RESTORING).executeTakeFirst()
  return row && Restoring.parse(JSON.parse(row.value))
}

export async function findFailed(reader: Reader | Tx): Promise<RestoreFailed | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('key', '=', FAILED).executeTakeFirst()
  return row && RestoreFailed.parse(JSON.parse(row.value))
}

export async function storeRestoring(tx: Tx, restoring: Restoring, at: string): Promise<void> {
  await store(tx, RESTORING, restoring, at)
}

/** Moves a preparation on. @returns false when it was withdrawn meanwhile */
export async function advance(tx: Tx, token: string, state: Restoring['state'], at: string): Promise<boolean> {
  await lockByName(tx, RESTORING)
  const restoring = await findRestoring(tx)
  if (restoring?.token !== token) return false
  await storeRestoring(tx, { ...restoring, state }, at)
  return true
}

/** Ends a preparation in vain: the office stays as it is. */
export async function storeFailed(tx: Tx, failed: RestoreFailed): Promise<void> {
  await forgetRestoring(tx)
  await store(tx, FAILED, failed, failed.at)
}

export async function forgetRestoring(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', 'in', [RESTORING, FAILED]).execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}

async function store(tx: Tx, key: string, value: object, updated_at: string): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at }
  await tx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}
