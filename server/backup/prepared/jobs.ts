import { z } from 'zod'
import type { RestoreFailed } from '../../../shared/backups.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { officeVariables } from '../office-variables.ts'
import { fileOf } from '../places.ts'
import { findBackup } from '../queries.ts'
import { runCommand } from '../run-command.ts'
import { readStored } from '../stored-settings.ts'
import { advance, findRestoring, PREPARE, type Restoring, storeFailed } from './restoring.ts'
import { removePrepared } from './service.ts'

const Payload = z.object({ token: z.string() })
type Why = Pick<RestoreFailed, 'code' | 'detail'>
const INTERRUPTED: Why = { code: 'interrupted', detail: '' }

/** The job that restores a backup into a new place beside the office. */
export function prepareJobs(deps: Deps): Record<string, JobHandler> {
  return { [PREPARE]: (job) => run(deps, job) }
}

/** Called for a preparation whose process was killed, or that an administrator dropped. */
export function deadPreparations({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    [PREPARE]: async (tx, payload) => {
      await endIfOwn(tx, clock, Payload.parse(payload).token, INTERRUPTED)
    },
  }
}

async function run(deps: Deps, job: Job): Promise<void> {
  const { db, clock } = deps
  const { token } = Payload.parse(job.payload)
  const restoring = await findRestoring(db.read)
  if (restoring?.token !== token) return removePrepared(deps, token)
  if (job.attempt > 1) return fail(deps, token, INTERRUPTED)
  await removePrepared(deps, token)
  const advanceTo = (tx: Tx, state: Restoring['state']) => advance(tx, token, state, clock().toISOString())
  await db.write((tx) => advanceTo(tx, 'running'))
  const failure = await restoreBeside(deps, job, restoring)
  job.signal.throwIfAborted()
  if (failure) return fail(deps, token, failure)
  const isWanted = await db.write(async (tx) => {
    await job.finishIn(tx)
    return advanceTo(tx, 'prepared')
  })
  if (!isWanted) await removePrepared(deps, token)
}

async function restoreBeside({ db, config }: Deps, job: Job, { backupId, token }: Restoring): Promise<Why | undefined> {
  const [stored, backup] = await Promise.all([readStored(db.read), findBackup(db.read, backupId)])
  if (!backup) return { code: 'gone', detail: '' }
  const { file, environment } = fileOf(config, stored, backup)
  const { code, output } = await runCommand(['prepare', file, '--token', token], {
    environment: { ...environment, ...officeVariables(config, stored, backup) },
    signal: job.signal,
    on: () => {},
  })
  return code === 0 ? undefined : { code: 'refused', detail: output }
}

async function fail(deps: Deps, token: string, why: Why): Promise<void> {
  await deps.db.write((tx) => endIfOwn(tx, deps.clock, token, why))
  await removePrepared(deps, token)
}

async function endIfOwn(tx: Tx, clock: () => Date, token: string, why: Why): Promise<void> {
  const restoring = await findRestoring(tx)
  if (restoring?.token !== token) return
  await storeFailed(tx, { takenAt: restoring.takenAt, ...why, at: clock().toISOString() })
}
