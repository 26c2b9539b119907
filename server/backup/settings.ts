import { join } from 'node:path'
import type { BackupSettings, BackupSettingsChange } from '../../shared/backups.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { seal, unseal } from '../outgoing/seal.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { staleSettings } from '../settings/stale-settings.ts'
import type { Deps } from './deps.ts'
import { readStored, type Stored, writeStored } from './stored-settings.ts'

export const MANAGE = ['backups.manage', 'manage backups'] as const
/** What the passphrase is sealed for. */
const BOUND = 'backup passphrase'

export function backupFolder({ dataDir }: Pick<Deps['config'], 'dataDir'>): string {
  return join(dataDir, 'backups')
}

export async function getBackupSettings({ db, config }: Deps, actor: Actor): Promise<BackupSettings> {
  requirePermission(actor, ...MANAGE)
  return shown(config, await readStored(db.read))
}

/** @throws AppError `stale-version` with the current settings if somebody else has saved since `change.version` */
export async function changeBackupSettings(
  { db, config, clock }: Deps,
  actor: Actor,
  { version, passphrase, ...change }: BackupSettingsChange,
): Promise<BackupSettings> {
  requirePermission(actor, ...MANAGE)
  return db.write(async (tx) => {
    const before = await readStored(tx)
    if (version !== undefined && version !== before.version) throw staleSettings(shown(config, before))
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: Stored = { ...before, ...given }
    if (passphrase === null) after.sealedPassphrase = null
    if (passphrase !== undefined && passphrase !== null)
      after.sealedPassphrase = seal(config.secretKey, passphrase, BOUND)
    const names = (Object.keys(after) as (keyof Stored)[]).filter((name) => after[name] !== before[name])
    if (names.length === 0) return shown(config, before)
    const stored = { ...after, version: before.version + 1 }
    await writeStored(tx, stored, clock().toISOString())
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.backup-changed',
      details: {
        changed: names.map((name) => (name === 'sealedPassphrase' ? 'passphrase' : name)),
        hasPassphrase: after.sealedPassphrase !== null,
        ...Object.fromEntries(
          names
            .filter((name) => name !== 'sealedPassphrase')
            .map((name) => [name, { before: before[name], after: after[name] }]),
        ),
      },
    })
    return shown(config, stored)
  })
}

/** @returns undefined without one, or when SECRET_KEY has changed since it was entered */
export function passphraseOf({ secretKey }: Pick<Deps['config'], 'secretKey'>, { sealedPassphrase }: Stored) {
  return sealedPassphrase === null ? undefined : unseal(secretKey, sealedPassphrase, BOUND)
}

function shown(config: Deps['config'], stored: Stored): BackupSettings {
  const { schedule, at, keepDays, sealedPassphrase, version } = stored
  return {
    schedule,
    at,
    keepDays,
    hasPassphrase: sealedPassphrase !== null,
    isPassphraseReadable: sealedPassphrase === null || passphraseOf(config, stored) !== undefined,
    folder: backupFolder(config),
    version,
  }
}
