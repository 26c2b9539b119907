import type { BackupStatus, Release } from '../../shared/backups.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Reader } from '../platform/database/db.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { AppError } from '../platform/errors.ts'
import { countHeldMails, dropHeldMails } from '../notices/mail/held-mails.ts'
import { countDue, skipDue } from '../reports/due-schedules.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { deleteMark, readMark } from './restored-mark.ts'
import { MANAGE } from './settings.ts'

/** What a restored office holds; null when nothing is held. */
export async function heldIn(reader: Reader, now: Date): Promise<BackupStatus['held']> {
  const mark = await readMark(reader)
  if (!mark || mark.restoredAt === null) return null
  const { madeAt, restoredAt } = mark
  return {
    madeAt,
    restoredAt,
    mails: await countHeldMails(reader),
    schedules: await countDue(reader, now.toISOString()),
  }
}

/**
 * Lets mail and schedules go out again after a restore.
 * @throws AppError `wrong-status` when nothing is held
 */
export async function release(deps: Deps, actor: Actor, { waiting }: Release): Promise<void> {
  requirePermission(actor, ...MANAGE)
  const { db, clock } = deps
  await db.write(async (tx) => {
    await lockByName(tx, 'release after a restore')
    const mark = await readMark(tx)
    if (!mark || mark.restoredAt === null) throw new AppError('wrong-status', text('Nothing is held any more.'))
    const dropped = waiting === 'drop' ? await dropHeldMails(tx, mark.restoredAt, clock()) : 0
    if (waiting === 'drop') await skipDue(tx, deps)
    await deleteMark(tx)
    await record(tx, clock, { actorId: actor.id, action: 'backup.released', details: { waiting, dropped } })
  })
  deps.queue.announce()
}
