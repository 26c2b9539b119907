import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { notGrantable } from '../../../shared/granting.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import type { BackupStatus, RestoreRequest } from '../../../shared/backups.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { chainKeyFrom } from '../../audit/chain.ts'
import { record } from '../../audit/service.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { engineOf, lockByName } from '../../platform/database/dialect.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { RESTORING } from '../../platform/jobs/hold.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from '../deps.ts'
import { findBackup } from '../queries.ts'
import { MANAGE } from '../settings.ts'
import { preparedFolder, preparedSchema } from './names.ts'
import { findFailed, findRestoring, forgetRestoring, PREPARE, storeRestoring } from './restoring.ts'

/**
 * Has a backup restored beside the office, whose place it takes at the next start. Whatever roles and accounts it has
 * come back with it, so only somebody who holds every permission may ask for it.
 * @throws AppError `not-found`; `bad-input` at `confirm`; `wrong-status` for a backup that is not proven or has another
 *   key or a recipient, and while a restore is prepared
 */
export async function askForRestore(deps: Deps, actor: Actor, id: string, { confirm }: RestoreRequest): Promise<void> {
  requirePermission(actor, ...MANAGE)
  requireEverything(actor)
  const { db, clock, config, queue, settings } = deps
  const { officeName } = await settings.policy()
  if (confirm.trim() !== officeName)
    throw fieldError('bad-input', 'confirm', text('Please type the name of the office: {officeName}', { officeName }))
  const token = randomBytes(8).toString('hex')
  await db.write(async (tx) => {
    await lockByName(tx, RESTORING)
    const row = await findBackup(tx, id)
    if (!row) throw new AppError('not-found', text('There is no such backup.'))
    if (row.state !== 'proven') throw new AppError('wrong-status', text('Only a proven backup can be restored.'))
    if (row.recipient !== null)
      throw new AppError(
        'wrong-status',
        text('Only its recipient can open this backup: npm run restore, with the identity.'),
      )
    if (row.key_id !== null && row.key_id !== chainKeyFrom(config.secretKey).id)
      throw new AppError(
        'wrong-status',
        text('This backup was made with another SECRET_KEY. Restore it on the command line.'),
      )
    if (await findRestoring(tx))
      throw new AppError('wrong-status', text('A restore is prepared already. Please withdraw that one first.'))
    const askedAt = clock().toISOString()
    const { firstName, lastName } = actor.user
    const restoring = { token, backupId: id, takenAt: row.started_at, askedBy: { firstName, lastName }, askedAt }
    await forgetRestoring(tx)
    await storeRestoring(tx, { ...restoring, state: 'queued' }, askedAt)
    await queue.add(tx, { kind: PREPARE, payload: { token }, maxAttempts: 2 })
    const details = { startedAt: row.started_at }
    await record(tx, clock, { actorId: actor.id, action: 'backup.restore-asked', details })
  })
}

/**
 * Withdraws a restore that has not taken place, or dismisses one that came to nothing.
 * @throws AppError `wrong-status` when there is neither
 */
export async function withdrawRestore({ db, clock, config }: Deps, actor: Actor): Promise<void> {
  requirePermission(actor, ...MANAGE)
  const token = await db.write(async (tx) => {
    await lockByName(tx, RESTORING)
    const restoring = await findRestoring(tx)
    if (!restoring && !(await findFailed(tx))) throw new AppError('wrong-status', text('No restore is prepared.'))
    await forgetRestoring(tx)
    if (!restoring) return undefined
    const details = { startedAt: restoring.takenAt }
    await record(tx, clock, { actorId: actor.id, action: 'backup.restore-withdrawn', details })
    await dropSchema(tx, restoring.token)
    return restoring.token
  })
  if (token !== undefined) await rm(preparedFolder(config.dataDir, token), { recursive: true, force: true })
}

/** Removes the prepared place, on either engine. */
export async function removePrepared({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<void> {
  await db.write((tx) => dropSchema(tx, token))
  await rm(preparedFolder(config.dataDir, token), { recursive: true, force: true })
}

async function dropSchema(tx: Tx, token: string): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`drop schema if exists ${sql.id(preparedSchema(token))} cascade`.execute(tx)
}

export async function restoringIn(reader: Reader): Promise<Pick<BackupStatus, 'restoring' | 'restoreFailed'>> {
  const [restoring, failed] = await Promise.all([findRestoring(reader), findFailed(reader)])
  if (!restoring) return { restoring: null, restoreFailed: failed ?? null }
  const { token: _, ...shown } = restoring
  return { restoring: shown, restoreFailed: null }
}

function requireEverything(actor: Actor): void {
  if (notGrantable(actor, PERMISSIONS).length === 0) return
  throw new AppError(
    'not-allowed',
    text('A backup brings back its roles and accounts, so only somebody who holds every permission may restore it.'),
  )
}
