import type { BackupStatus } from '../../shared/backups.ts'
import type { Actor } from '../platform/actor.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { heldIn } from './hold.ts'
import { warningIn } from './missing.ts'
import { restoringIn } from './prepared/service.ts'
import { MANAGE } from './settings.ts'

/** What about backups needs an administrator. */
export async function getBackupStatus({ db, clock, segments }: Deps, actor: Actor): Promise<BackupStatus> {
  requirePermission(actor, ...MANAGE)
  const now = clock()
  const [restoring, held, warning, pointInTime = null] = await Promise.all([
    restoringIn(db.read),
    heldIn(db.read, now),
    warningIn(db.read, now),
    segments?.status(),
  ])
  return { ...restoring, held, warning, pointInTime }
}
