import type { BackupStatus } from '../../shared/backups.ts'
import type { Actor } from '../actor.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { heldIn } from './hold.ts'
import { restoringIn } from './prepared/service.ts'
import { MANAGE } from './settings.ts'

/** What about backups needs an administrator. */
export async function getBackupStatus({ db, clock }: Deps, actor: Actor): Promise<BackupStatus> {
  requirePermission(actor, ...MANAGE)
  return { ...(await restoringIn(db.read)), held: await heldIn(db.read, clock()) }
}
