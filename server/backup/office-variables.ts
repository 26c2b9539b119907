import type { Deps } from './deps.ts'
import { passphraseOf } from './passphrase.ts'
import type { BackupRow } from './queries.ts'
import type { Stored } from './stored-settings.ts'

/** What tells the command the office of this server, and opens the backup. */
export function officeVariables(
  config: Deps['config'],
  stored: Stored,
  { is_encrypted, recipient }: Pick<BackupRow, 'is_encrypted' | 'recipient'>,
): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    SECRET_KEY: config.secretKey.toString('utf8'),
    BACKUP_PASSPHRASE: (is_encrypted === 1 && recipient === null && passphraseOf(config, stored)) || '',
  }
}
