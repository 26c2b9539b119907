import type { BackupSettings, BackupSettingsChange } from '../../shared/backups.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { AppError } from '../platform/errors.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { staleSettings } from '../settings/stale-settings.ts'
import { changedSettings } from './changed-settings.ts'
import type { Deps } from './deps.ts'
import { isPassphraseLost } from './passphrase.ts'
import { backupFolder, secretKeyOf } from './places.ts'
import { readStored, type Stored, writeStored } from './stored-settings.ts'

export const MANAGE = ['backups.manage', 'manage backups'] as const
/** Names of what is stored sealed, in the log: only that it was changed. */
const SECRETS: Partial<Record<keyof Stored, string>> = { sealedPassphrase: 'passphrase', sealedSecretKey: 'secretKey' }
const ARCHIVING = 'On PostgreSQL, the database’s own archiving does this. The guide to operations describes it.'

export async function getBackupSettings({ db, config }: Deps, actor: Actor): Promise<BackupSettings> {
  requirePermission(actor, ...MANAGE)
  return shown(config, await readStored(db.read))
}

/**
 * Stores the changed fields; they apply to the next backup.
 * @throws AppError `stale-version` with the current settings if somebody else has saved since `change.version`;
 * `bad-input`, `wrong-status` as `changedSettings`
 */
export async function changeBackupSettings(
  { db, config, clock }: Deps,
  actor: Actor,
  { version, ...change }: BackupSettingsChange,
): Promise<BackupSettings> {
  requirePermission(actor, ...MANAGE)
  if (change.pointInTime && db.engine !== 'sqlite') throw new AppError('wrong-status', ARCHIVING)
  return db.write(async (tx) => {
    await lockByName(tx, 'settings')
    const { savedAt: _, ...before } = await readStored(tx)
    if (version !== undefined && version !== before.version) throw staleSettings(shown(config, before))
    const after = changedSettings(config, before, change)
    const names = (Object.keys(after) as (keyof Stored)[]).filter((name) => after[name] !== before[name])
    if (names.length === 0) return shown(config, before)
    const stored = { ...after, version: before.version + 1 }
    await writeStored(tx, stored, clock().toISOString())
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.backup-changed',
      details: {
        changed: names.map((name) => SECRETS[name] ?? name),
        hasPassphrase: after.sealedPassphrase !== null,
        ...Object.fromEntries(
          names
            .filter((name) => SECRETS[name] === undefined)
            .map((name) => [name, { before: before[name], after: after[name] }]),
        ),
      },
    })
    return shown(config, stored)
  })
}

function shown(config: Deps['config'], stored: Stored): BackupSettings {
  const { sealedPassphrase, sealedSecretKey, ...plain } = stored
  return {
    ...plain,
    hasPassphrase: sealedPassphrase !== null,
    isPassphraseReadable: !isPassphraseLost(config, stored),
    hasSecretKey: sealedSecretKey !== null,
    isSecretKeyReadable: sealedSecretKey === null || secretKeyOf(config, stored) !== undefined,
    folder: backupFolder(config),
  }
}
