import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { BackupErrorCode, BackupState } from '../../shared/backups.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../jobs/job.ts'
import { tellReady } from '../notices/ready.ts'
import { nextTime } from '../reports/next-time.ts'
import type { Deps } from './deps.ts'
import {
  type BackupRow,
  deleteBackupRow,
  findBackup,
  findBackupManagers,
  findLastProven,
  findLastScheduled,
  findOlderThan,
  findUnderWay,
  updateBackup,
} from './queries.ts'
import { type CommandMessage, runCommand } from './run-command.ts'
import { backupFolder, passphraseOf } from './settings.ts'
import { sweepScratchFolders } from './scratch-folder.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { enqueueBackup, pathOf } from './service.ts'
import { readStored } from './stored-settings.ts'

const Payload = z.object({ id: z.string(), task: z.enum(['make', 'verify']) })
const DAY_MS = 86_400_000
/** A progress is stored at most this often. */
const PROGRESS_MS = 500
const SUNDAY = 7

/** Exit codes of the command (docs/operations.md). */
const [PROVEN, NOT_PROVEN] = [0, 3]

/** Jobs that make, prove and remove backups. */
export function backupJobs(deps: Deps): Record<string, JobHandler> {
  return {
    backup: (job) => run(deps, job),
    'backup-when-due': (job) => startWhenDue(deps, job),
  }
}

/** Called for a backup whose process was killed. */
export function deadBackups({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    backup: (tx, payload) =>
      end(tx, clock, Payload.parse(payload).id, { state: 'failed', error: 'interrupted', detail: '' }),
  }
}

async function run(deps: Deps, job: Job): Promise<void> {
  const { db, clock, config } = deps
  const { id, task } = Payload.parse(job.payload)
  const row = await findBackup(db.read, id)
  if (!row) return
  if (job.attempt > 1) return endInterrupted(deps, row, task)
  await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
  await db.write((tx) => updateBackup(tx, id, { state: 'running' }))
  const passphrase = passphraseOf(config, await readStored(db.read))
  const told = new Told(deps, id)
  const environment = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    SECRET_KEY: config.secretKey.toString('utf8'),
    BACKUP_PASSPHRASE: passphrase ?? '',
  }
  const command = task === 'make' ? 'backup' : 'verify'
  const { code, said } = await runCommand([command, pathOf(config, id)], {
    environment,
    signal: job.signal,
    on: told.take,
  })
  job.signal.throwIfAborted()
  await told.settled()
  if (code === null) return endInterrupted(deps, row, task)
  const now = clock().toISOString()
  await db.write(async (tx) => {
    await job.finishIn(tx)
    if (told.made) await updateBackup(tx, id, told.made)
    if (code === PROVEN)
      await updateBackup(tx, id, { proven_at: now, requests: told.requests, progress_done: 1, progress_of: 1 })
    await end(tx, clock, id, outcomeOf(code, said))
  })
  if (code === PROVEN) await dropOld(deps)
}

/**
 * The process ended meanwhile: whoever looks is told so, instead of waiting for another attempt. Nothing unfinished stays,
 * and what was proven before is still.
 */
async function endInterrupted({ db, clock, config }: Deps, row: BackupRow, task: 'make' | 'verify'): Promise<void> {
  const folder = backupFolder(config)
  if (task === 'make') await new FolderTarget(folder).remove(basename(pathOf(config, row.id)))
  await sweepScratchFolders(folder)
  const isStillProven = task === 'verify' && row.proven_at !== null
  const outcome: Outcome = isStillProven ? ALL_PROVEN : { state: 'failed', error: 'interrupted', detail: '' }
  await db.write((tx) => end(tx, clock, row.id, outcome))
}

interface Outcome {
  state: BackupState
  error: BackupErrorCode | null
  detail: string | null
}

const ALL_PROVEN: Outcome = { state: 'proven', error: null, detail: null }

function outcomeOf(code: number, said: string): Outcome {
  if (code === PROVEN) return ALL_PROVEN
  if (code === NOT_PROVEN) return { state: 'not-proven', error: 'not-proven', detail: said }
  return { state: 'failed', error: 'refused', detail: said }
}

async function end(tx: Tx, clock: () => Date, id: string, { state, error, detail }: Outcome): Promise<void> {
  await updateBackup(tx, id, { state, error, error_detail: detail, ended_at: clock().toISOString() })
  if (state === 'proven') return
  await record(tx, clock, { actorId: null, action: 'backup.failed', details: { code: error } })
  const at = clock().toISOString()
  for (const personId of await findBackupManagers(tx)) {
    await tellReady(tx, {
      personId,
      code: 'backup-failed',
      reason: 'backups',
      targetId: id,
      path: '/settings/backup',
      at,
    })
  }
}

/** What the command has told so far; its progress is stored now and then. */
class Told {
  made: { size: number; checksum: string } | undefined
  requests: number | null = null
  readonly #deps: Pick<Deps, 'db'>
  readonly #id: string
  #storedAt = 0
  #storing: Promise<unknown> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db'>, id: string) {
    this.#deps = deps
    this.#id = id
  }

  readonly take = (message: CommandMessage): void => {
    if ('made' in message) this.made = message.made
    else if ('proven' in message) this.requests = message.proven.requests
    else if ('progress' in message) this.#storeProgress(message.progress)
  }

  /** Resolves once what was being stored is. */
  async settled(): Promise<void> {
    await this.#storing
  }

  #storeProgress({ done, of }: { done: number; of: number }): void {
    if (performance.now() - this.#storedAt < PROGRESS_MS) return
    this.#storedAt = performance.now()
    const change = { progress_done: done, progress_of: of }
    // A progress that could not be stored is followed by another.
    this.#storing = this.#deps.db.write((tx) => updateBackup(tx, this.#id, change)).catch(() => undefined)
  }
}

/** Removes what is older than the settings keep, but never the last proven one. */
async function dropOld({ db, clock, config }: Deps): Promise<void> {
  const { keepDays } = await readStored(db.read)
  const before = new Date(clock().getTime() - keepDays * DAY_MS).toISOString()
  const kept = await findLastProven(db.read)
  for (const { id } of await findOlderThan(db.read, before)) {
    if (id === kept?.id) continue
    await db.write((tx) => deleteBackupRow(tx, id))
    await rm(pathOf(config, id), { force: true })
  }
}

/** Starts the backup of the schedule once its time has come since the last one, or since the server was set up. */
async function startWhenDue(deps: Deps, job: Job): Promise<void> {
  const { db, clock, settings } = deps
  const { schedule, at } = await readStored(db.read)
  if (schedule !== 'manual') {
    const { timeZone } = await settings.policy()
    const when = { cadence: schedule, weekday: SUNDAY, monthDay: 1, time: at, timeZone }
    await db.write(async (tx) => {
      const last = await findLastScheduled(tx)
      // The one before the first is due at the next time.
      const since = last ? new Date(last.started_at) : new Date(clock().getTime() - 2 * DUE_EVERY_MS)
      if (nextTime(when, since) <= clock() && !(await findUnderWay(tx))) await enqueueBackup(tx, deps, null)
    })
  }
  job.signal.throwIfAborted()
}

/** How often it is looked whether a backup is due. */
export const DUE_EVERY_MS = 5 * 60_000
