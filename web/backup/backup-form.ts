import type { FieldErrors } from 'react-hook-form'
import { BackupSettingsChange, type BackupSettings } from '../../shared/backups.ts'
import type { SecretDecision } from '../settings/form/SecretRow.tsx'
import { problemsOf } from '../settings/form/typed.ts'

export interface BackupForm {
  schedule: BackupSettings['schedule']
  at: string
  keepDays: string
  pointInTime: boolean
  encryption: 'passphrase' | 'recipient'
  passphraseDecision: SecretDecision
  passphrase: string
  recipient: string
  target: BackupSettings['target']
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretKeyDecision: SecretDecision
  secretKey: string
}

export function formOf(settings: BackupSettings): BackupForm {
  const { schedule, at, keepDays, pointInTime, hasPassphrase, recipient, hasSecretKey } = settings
  const { target, endpoint, region, bucket, prefix, accessKeyId } = settings
  return {
    schedule,
    at,
    keepDays: String(keepDays),
    pointInTime,
    encryption: recipient === null ? 'passphrase' : 'recipient',
    passphraseDecision: hasPassphrase ? 'keep' : 'replace',
    passphrase: '',
    recipient: recipient ?? '',
    target,
    endpoint,
    region,
    bucket,
    prefix,
    accessKeyId,
    secretKeyDecision: hasSecretKey ? 'keep' : 'replace',
    secretKey: '',
  }
}

/** All values of the form that are shown, and no secret unless it is replaced or removed. */
export function changeOf(form: BackupForm): Record<string, unknown> {
  const { schedule, at, keepDays, pointInTime, target } = form
  return {
    schedule,
    at,
    keepDays: Number(keepDays),
    pointInTime,
    ...encryptionOf(form),
    ...targetOf(form),
    target,
  }
}

function encryptionOf({ encryption, recipient, passphraseDecision, passphrase }: BackupForm): Record<string, unknown> {
  if (encryption === 'recipient') return { recipient }
  return { recipient: null, ...secretIn('passphrase', passphraseDecision, passphrase) }
}

function targetOf(form: BackupForm): Record<string, unknown> {
  if (form.target === 'folder') return {}
  const { endpoint, region, bucket, prefix, accessKeyId } = form
  return {
    endpoint,
    region,
    bucket,
    prefix,
    accessKeyId,
    ...secretIn('secretKey', form.secretKeyDecision, form.secretKey),
  }
}

function secretIn(name: string, decision: SecretDecision, secret: string): Record<string, string | null> {
  if (decision === 'remove') return { [name]: null }
  // Only typed where one is to replace the stored one.
  return secret === '' ? {} : { [name]: secret }
}

/** The contract's own messages, by field, and what a bucket lacks. */
export function problemsIn(form: BackupForm, settings: BackupSettings): FieldErrors<BackupForm> {
  const problems: FieldErrors<BackupForm> = problemsOf(BackupSettingsChange.safeParse(changeOf(form)).error, (path) =>
    path in form ? (path as keyof BackupForm) : undefined,
  )
  if (form.target === 'folder') return problems
  const need = (field: keyof BackupForm, isThere: boolean, message: string) => {
    if (!isThere) problems[field] ??= { type: 'needed', message }
  }
  need('bucket', form.bucket.trim() !== '', 'Enter the name of the bucket')
  need('accessKeyId', form.accessKeyId.trim() !== '', 'Enter the access key of the bucket')
  const keepsKey = form.secretKeyDecision === 'keep' && !willDropSecretKey(form, settings)
  need('secretKey', keepsKey || form.secretKey !== '', 'Enter the secret key of the bucket')
  const isEncrypted = form.encryption === 'recipient' || form.passphraseDecision === 'keep' || form.passphrase !== ''
  need('passphrase', isEncrypted, 'Set a passphrase: backups leave the server only encrypted')
  return problems
}

/** Whether saving drops the stored secret key, because it was entered for another address. */
export function willDropSecretKey(
  { endpoint, secretKeyDecision }: Pick<BackupForm, 'endpoint' | 'secretKeyDecision'>,
  settings: Pick<BackupSettings, 'endpoint' | 'hasSecretKey'>,
): boolean {
  if (!settings.hasSecretKey || secretKeyDecision !== 'keep') return false
  return endpoint.trim().replace(/\/$/, '').toLowerCase() !== settings.endpoint
}
