import { queryOptions } from '@tanstack/react-query'
import type { BackupTargetTested } from '../../shared/backup-bucket.ts'
import type {
  Backup,
  Backups,
  BackupSettings,
  BackupSettingsChange,
  BackupStatus,
  Release,
  RestoreRequest,
} from '../../shared/backups.ts'
import { del, post, put } from '../client/api.ts'
import { pollEvery } from '../client/live.ts'

const SETTINGS = '/api/settings/backup'
export const BACKUPS = '/api/backups'
export const BACKUPS_SHOWN = 10
const POLL_MS = 1500

export const backupSettingsKey = [SETTINGS]

/** Others may change them, so they are refetched on every mount. */
export function backupSettingsOptions() {
  return queryOptions<BackupSettings>({ queryKey: backupSettingsKey, refetchOnMount: 'always' })
}

export function saveBackupSettings(change: BackupSettingsChange): Promise<BackupSettings> {
  return put(SETTINGS, change)
}

/** Stores, reads and removes an object where the values of the form lead, saved or not. */
export function testBackupTarget(trial: BackupSettingsChange, attempt: object): Promise<BackupTargetTested> {
  return post(`${SETTINGS}/test`, trial, { attempt })
}

/** The backups on the server, followed while one is under way. */
export function backupsOptions(page: number) {
  return queryOptions<Backups>({
    queryKey: [`${BACKUPS}?page=${page}&limit=${BACKUPS_SHOWN}`],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.backups.some(isUnderWay) ? pollEvery(POLL_MS) : false),
  })
}

const STATUS_MS = 300_000

/** What about backups needs an administrator. */
export function backupStatusOptions() {
  return queryOptions<BackupStatus>({
    queryKey: [`${BACKUPS}/status`],
    refetchInterval: ({ state }) => (isPreparing(state.data) ? pollEvery(POLL_MS) : STATUS_MS),
  })
}

function isPreparing(status: BackupStatus | undefined): boolean {
  return status?.restoring?.state === 'queued' || status?.restoring?.state === 'running'
}

export function askForRestore({ id }: Backup, confirm: string): Promise<null> {
  return post(`${BACKUPS}/${id}/restore`, { confirm } satisfies RestoreRequest)
}

/** Withdraws a restore that has not taken place, or dismisses one that came to nothing. */
export function withdrawRestore(): Promise<null> {
  return del(`${BACKUPS}/restore`)
}

/** Lets mail and schedules go out again after a restore. */
export function releaseHeld(waiting: Release['waiting']): Promise<null> {
  return post(`${BACKUPS}/release`, { waiting } satisfies Release)
}

export function isUnderWay({ state }: Pick<Backup, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

export function startBackup(): Promise<{ id: string }> {
  return post(BACKUPS)
}

export function verifyBackup({ id }: Backup): Promise<null> {
  return post(`${BACKUPS}/${id}/verify`)
}

export function deleteBackup({ id }: Backup): Promise<null> {
  return del(`${BACKUPS}/${id}`)
}

/** An address that the browser itself downloads from: a file of many gigabytes never passes through the page. */
export function addressOfBackup({ id }: Backup): Promise<{ path: string }> {
  return post(`${BACKUPS}/${id}/downloads`)
}
