import type { PointInTimeStatus } from '../../../shared/backups.ts'
import { record } from '../../audit/service.ts'
import { tellReady } from '../../notices/ready.ts'
import type { Deps } from '../deps.ts'
import { findBackupManagers } from '../queries.ts'

/** Tells those who manage backups that moments are missing, or will be. */
export async function tellProblem(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { code }: NonNullable<PointInTimeStatus['problem']>,
): Promise<void> {
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await record(tx, clock, { actorId: null, action: 'backup.failed', details: { code } })
    for (const personId of await findBackupManagers(tx)) {
      await tellReady(tx, {
        personId,
        code: 'backup-failed',
        reason: 'backups',
        targetId: 'point-in-time',
        path: '/settings/backup',
        at,
      })
    }
  })
}
