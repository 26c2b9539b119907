import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import type { TargetFailureCode } from '../../shared/backup-bucket.ts'
import type { BackupErrorCode, BackupState } from '../../shared/backups.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../platform/jobs/job.ts'
import { CommandProgress } from './command-progress.ts'
import type { Deps } from './deps.ts'
import { startWhenDue } from './due.ts'
import { tellWhenMissing } from './missing.ts'
import { isPassphraseLost } from './passphrase.ts'
import { officeVariables } from './office-variables.ts'
import { backupFolder, fileOf } from './places.ts'
import { type BackupRow, findBackup, updateBackup } from './queries.ts'
import { removeOld, removeUnfinished } from './remove-old.ts'
import { runCommand } from './run-command.ts'
import { sweepScratchFolders } from './scratch-folder.ts'
import { readStored } from './stored-settings.ts'
import { tellManagers } from './tell-managers.ts'

const Payload = z.object({
  id: z.string(),
  task: z.enum(['make', 'verify']),
  /** how the backup stood before it is verified */
  was: z.enum(['proven', 'not-proven', 'failed']).optional(),
})
type Payload = z.infer<typeof Payload>
type Task = Payload['task']

/** Exit codes of the command (docs/operations.md). */
const [PROVEN, NOT_PROVEN] = [0, 3]

const TARGET_ERRORS: Record<TargetFailureCode, BackupErrorCode | undefined> = {
  gone: 'gone',
  refused: 'target-refused',
  missing: 'target-missing',
  full: 'target-full',
  unavailable: 'target-unavailable',
  // Names are made up for each backup.
  taken: undefined,
}

/** Jobs that make, prove and remove backups. */
export function backupJobs(deps: Deps): Record<string, JobHandler> {
  return {
    backup: (job) => run(deps, job),
    'backup-when-due': async (job) => {
      await startWhenDue(deps)
      await tellWhenMissing(deps)
      job.signal.throwIfAborted()
    },
  }
}

/** Called for a backup whose process was killed. */
export function deadBackups({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    backup: async (tx, payload) => {
      const task = Payload.parse(payload)
      const row = await findBackup(tx, task.id)
      if (row) await end(tx, clock, row, withoutVerdict(row, task, 'interrupted'))
    },
  }
}

async function run(deps: Deps, job: Job): Promise<void> {
  const { db, clock, config } = deps
  const parsed = Payload.parse(job.payload)
  const { id, task } = parsed
  const row = await findBackup(db.read, id)
  if (!row) return
  const stored = await readStored(db.read)
  if (job.attempt > 1) return endInterrupted(deps, row, parsed)
  // An office that asked for encryption never gets a backup without.
  if (row.is_encrypted === 1 && row.recipient === null && isPassphraseLost(config, stored))
    return db.write((tx) => end(tx, clock, row, withoutVerdict(row, parsed, 'passphrase-unreadable')))
  await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
  if (task === 'make') await removeUnfinished(deps, row.place)
  await db.write((tx) => updateBackup(tx, id, { state: 'running' }))
  const progress = new CommandProgress(deps, id)
  const { file, environment } = fileOf(config, stored, row)
  // Not of the clock, which may be set meanwhile.
  const begun = performance.now()
  const { code, output } = await runCommand(argumentsOf(task, row, file), {
    environment: { ...environment, ...officeVariables(config, stored, row) },
    signal: job.signal,
    on: progress.take,
  })
  const took_ms = Math.round(performance.now() - begun)
  job.signal.throwIfAborted()
  await progress.settled()
  if (code === null) return endInterrupted(deps, row, parsed)
  const outcome = outcomeOf({ code, output, progress, row, task: parsed })
  const isProven = outcome === ALL_PROVEN
  const proof = { proven_at: endOf(row, clock()), requests: progress.requests, progress_done: 1, progress_of: 1 }
  await db.write(async (tx) => {
    await job.finishIn(tx)
    if (task === 'make') await updateBackup(tx, id, { ...progress.made, took_ms })
    if (isProven) await updateBackup(tx, id, proof)
    await end(tx, clock, row, outcome)
  })
  if (isProven) await removeOld(deps)
}

function argumentsOf(task: Task, { recipient }: Pick<BackupRow, 'recipient'>, file: string): string[] {
  if (task === 'verify') return ['verify', file]
  return recipient === null ? ['backup', file] : ['backup', file, '--recipient', recipient]
}

/**
 * The process ended meanwhile: whoever looks is told so, instead of waiting for another attempt. Nothing unfinished stays,
 * and what was proven before is still.
 */
async function endInterrupted(deps: Deps, row: BackupRow, task: Payload): Promise<void> {
  const { db, clock, config } = deps
  await sweepScratchFolders(backupFolder(config))
  await db.write((tx) => end(tx, clock, row, withoutVerdict(row, task, 'interrupted')))
  if (task.task === 'make') await removeUnfinished(deps, row.place)
}

interface Outcome {
  state: BackupState
  error: BackupErrorCode | null
  detail: string | null
}

const ALL_PROVEN: Outcome = { state: 'proven', error: null, detail: null }

/** Of a run that learned nothing about the file: what was proven before still is, and what was not is not proven. */
function withoutVerdict(
  { proven_at }: BackupRow,
  { task, was = proven_at === null ? 'not-proven' : 'proven' }: Payload,
  error: BackupErrorCode,
  detail = '',
): Outcome {
  return { state: task === 'make' ? 'failed' : was, error, detail }
}

interface Ended {
  code: number
  output: string
  progress: CommandProgress
  row: BackupRow
  task: Payload
}

function outcomeOf({ code, output, progress, row, task }: Ended): Outcome {
  const checksum = progress.made?.checksum ?? row.checksum
  const isAltered = progress.readChecksum !== undefined && progress.readChecksum !== checksum
  if (isAltered || (code === PROVEN && progress.readChecksum === undefined))
    return { state: 'failed', error: 'altered', detail: null }
  if (code === PROVEN) return ALL_PROVEN
  if (code === NOT_PROVEN) return { state: 'not-proven', error: 'not-proven', detail: output }
  const error = progress.failed && TARGET_ERRORS[progress.failed.code]
  const detail = error ? progress.failed!.answer : output
  if (progress.isDamaged || error === 'gone') return { state: 'failed', error: error ?? 'refused', detail }
  // A file was made, about which nothing was learned.
  if (progress.made) return { state: 'not-proven', error: error ?? 'refused', detail }
  return withoutVerdict(row, task, error ?? 'refused', detail)
}

/** Not before it was started, also when the clock was put back since. */
function endOf({ started_at }: Pick<BackupRow, 'started_at'>, now: Date): string {
  const at = now.toISOString()
  return at < started_at ? started_at : at
}

async function end(tx: Tx, clock: () => Date, row: BackupRow, { state, error, detail }: Outcome): Promise<void> {
  await updateBackup(tx, row.id, { state, error, error_detail: detail, ended_at: endOf(row, clock()) })
  if (state === 'proven') return
  await record(tx, clock, { actorId: null, action: 'backup.failed', details: { code: error } })
  await tellManagers(tx, { code: 'backup-failed', targetId: row.id, now: clock() })
}
