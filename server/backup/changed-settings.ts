import type { BackupSettingsChange } from '../../shared/backups.ts'
import { text } from '../../shared/texts/say.ts'
import { fieldError } from '../platform/errors.ts'
import { addressProblem } from '../platform/outgoing/address-problem.ts'
import { seal } from '../platform/outgoing/seal.ts'
import type { Deps } from './deps.ts'
import { isRecipient } from './lock.ts'
import { sealSecretKey } from './places.ts'
import { PASSPHRASE } from './passphrase.ts'
import type { Stored } from './stored-settings.ts'

/**
 * The settings after a change. A secret key belongs to the endpoint it was entered for and is dropped with another.
 * @throws AppError `bad-input` at the field that a bucket lacks, and at `recipient`; `wrong-status` for a bucket with neither
 *   passphrase nor recipient
 */
export function changedSettings(
  config: Pick<Deps['config'], 'secretKey'>,
  before: Stored,
  { passphrase, secretKey, ...change }: Omit<BackupSettingsChange, 'version'>,
): Stored {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: Stored = { ...before, ...given }
  after.endpoint = endpointIn(after.endpoint)
  if (passphrase === null) after.sealedPassphrase = null
  else if (passphrase !== undefined) after.sealedPassphrase = seal(config.secretKey, passphrase, PASSPHRASE)
  const { recipient } = change
  if (recipient) {
    if (passphrase) throw fieldError('bad-input', 'recipient', text('Choose either a passphrase or a recipient'))
    if (!isRecipient(recipient)) throw fieldError('bad-input', 'recipient', text('This is no public key of age'))
    after.sealedPassphrase = null
  } else if (passphrase) after.recipient = null
  if (secretKey === null || after.endpoint !== before.endpoint) after.sealedSecretKey = null
  if (secretKey) after.sealedSecretKey = sealSecretKey(config, after.endpoint, secretKey)
  if (after.target === 'bucket') checkBucket(after)
  return after
}

function endpointIn(typed: string): string {
  if (typed === '') return ''
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || url.pathname !== '/')
    throw fieldError('bad-input', 'endpoint', text('The address must look like https://s3.example.org'))
  const problem = addressProblem(url)
  if (problem !== undefined) throw fieldError('bad-input', 'endpoint', text('The address {problem}', { problem }))
  return url.origin
}

function checkBucket({ bucket, accessKeyId, sealedSecretKey, sealedPassphrase, recipient }: Stored): void {
  if (bucket === '') throw fieldError('bad-input', 'bucket', text('Enter the name of the bucket'))
  if (accessKeyId === '') throw fieldError('bad-input', 'accessKeyId', text('Enter the access key of the bucket'))
  if (sealedSecretKey === null) throw fieldError('bad-input', 'secretKey', text('Enter the secret key of the bucket'))
  if (sealedPassphrase === null && recipient === null)
    throw fieldError(
      'wrong-status',
      'passphrase',
      text('Set a passphrase first: backups leave this machine only encrypted'),
    )
}
