import type { Tx } from '../platform/database/db.ts'
import { tellReady } from '../notices/ready.ts'
import { findBackupManagers } from './queries.ts'

interface Told {
  code: 'backup-failed' | 'backup-missing'
  /** of the backup; for a missing one, of the last proven one */
  targetId: string
  now: Date
}

/** Tells everybody who manages backups. */
export async function tellManagers(tx: Tx, { code, targetId, now }: Told): Promise<void> {
  for (const personId of await findBackupManagers(tx)) {
    const where = { targetId, path: '/settings/backup', at: now.toISOString() }
    await tellReady(tx, { personId, code, reason: 'backups', ...where })
  }
}
