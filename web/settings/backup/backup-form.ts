import type { FieldErrors } from 'react-hook-form'
import { BackupSettingsChange, type BackupSettings } from '../../../shared/backups.ts'
import type { SecretDecision } from '../SecretRow.tsx'
import { problemsOf } from '../typed.ts'

export interface BackupForm {
  schedule: BackupSettings['schedule']
  at: string
  keepDays: string
  passphraseDecision: SecretDecision
  passphrase: string
}

export function formOf({ schedule, at, keepDays, hasPassphrase }: BackupSettings): BackupForm {
  return {
    schedule,
    at,
    keepDays: String(keepDays),
    passphraseDecision: hasPassphrase ? 'keep' : 'replace',
    passphrase: '',
  }
}

/** All values of the form, and no passphrase unless it is replaced or removed. */
export function changeOf({
  schedule,
  at,
  keepDays,
  passphraseDecision,
  passphrase,
}: BackupForm): Record<string, unknown> {
  return {
    schedule,
    at,
    keepDays: Number(keepDays),
    ...(passphraseDecision === 'remove' && { passphrase: null }),
    ...(passphraseDecision === 'replace' && passphrase !== '' && { passphrase }),
  }
}

/** The contract's own messages, by field. */
export function problemsIn(form: BackupForm): FieldErrors<BackupForm> {
  return problemsOf(BackupSettingsChange.safeParse(changeOf(form)).error, (path) =>
    path in form ? (path as keyof BackupForm) : undefined,
  )
}
