import type { BackupTargetTested } from '../../shared/backup-bucket.ts'
import type { Backup, BackupErrorCode, PointInTimeStatus, RestoreFailed } from '../../shared/backups.ts'
import { exactInstant } from '../ui/formats/dates.ts'
import { count } from '../ui/count.ts'

/** Who can read a backup, as a phrase. */
export function encryptionWords({ isEncrypted, recipient }: Pick<Backup, 'isEncrypted' | 'recipient'>): string {
  if (recipient !== null) return 'Encrypted for its recipient: verified and restored on the command line'
  return isEncrypted ? 'Encrypted' : 'Not encrypted'
}

/** How a backup stands, as a phrase. */
export function stateWords({ state, requests, error }: Pick<Backup, 'state' | 'requests' | 'error'>): string {
  const reason = error && REASONS[error.code]
  switch (state) {
    case 'queued':
      return 'Waiting'
    case 'running':
      return 'Under way'
    case 'proven':
      return requests === null
        ? 'Restored and compared'
        : `Restored, ${count(requests)} ${requests === 1 ? 'request' : 'requests'} equal`
    case 'not-proven':
      return reason ? `Made, but not proven: ${reason}` : 'Made, but not proven'
    case 'failed':
      return reason ? `Failed: ${reason}` : 'Failed'
  }
}

/** Why the last verification of a proven backup could not run, as a phrase; undefined: it did. */
export function notVerifiedWords({ state, error }: Pick<Backup, 'state' | 'error'>): string | undefined {
  if (state !== 'proven' || !error) return undefined
  const reason = REASONS[error.code]
  return reason ? `Could not be verified again: ${reason}` : 'Could not be verified again'
}

/** `41 s`, `3 min 5 s`, `1 h 2 min`. */
export function tookWords(ms: number): string {
  if (ms < 1000) return 'under 1 s'
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Null where the detail of the error says it. */
const REASONS: Record<BackupErrorCode, string | null> = {
  interrupted: 'the server stopped meanwhile',
  refused: null,
  'not-proven': null,
  gone: 'its file is gone',
  altered: 'its file is not the one that was written',
  'passphrase-unreadable': 'the passphrase can no longer be read, because SECRET_KEY has changed',
  'target-refused': 'the place of backups refused the keys or rights',
  'target-missing': 'the place of backups does not exist',
  'target-full': 'there is no room left where backups are kept',
  'target-unavailable': 'the place of backups could not be reached',
}

const FAILURES: Record<NonNullable<BackupTargetTested['failure']>, string> = {
  refused: 'The keys or rights were refused',
  missing: 'There is no such place',
  full: 'There is no room left',
  unavailable: 'It could not be reached',
  altered: 'It returned something else than was stored',
  gone: 'What was stored was not there',
  taken: 'What was stored was there already',
}

/** Why a place cannot take backups, as a heading. */
export function targetFailureWords(failure: NonNullable<BackupTargetTested['failure']>): string {
  return FAILURES[failure]
}

/** Why a restore came to nothing, as a sentence. */
export function restoreFailureWords({ code, detail }: RestoreFailed): string {
  if (code === 'interrupted') return 'The server stopped meanwhile.'
  return code === 'gone' ? 'The backup was deleted meanwhile.' : detail
}

/** Which moments can be restored; empty while nothing is copied. */
export function pointInTimeWords({ isOn, from, until, problem }: PointInTimeStatus): string {
  if (!isOn) return ''
  if (problem?.code === 'passphrase-unreadable')
    return 'Nothing was copied lately: the passphrase can no longer be read, because SECRET_KEY has changed'
  if (problem) return ['Nothing was copied lately', problem.detail].filter(Boolean).join(': ')
  if (from === null || until === null) return 'The first copy of the database is being made'
  return `Can be restored: from ${exactInstant(from)} to ${exactInstant(until)}`
}
