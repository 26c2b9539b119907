import { z } from 'zod'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import { reasonOf } from '../files/failures.ts'
import type { Job, JobHandler, DeadLetterHandler } from '../jobs/job.ts'
import type { Deps } from './deps.ts'
import { Refused } from './owner.ts'
import { changeRun, findRun, type RunRow } from './run-queries.ts'
import { MAX_ATTEMPTS } from './start-run.ts'
import { stopSchedule } from './schedule-queries.ts'
import { startDue } from './due-schedules.ts'
import { dropReportRuns, ENDED_IN_LAST_ATTEMPT } from './sweep.ts'
import { makeRun } from './make-run.ts'
import { TELL_READERS, tellReaders } from './tell-readers.ts'

/** The note of a run whose job an administrator dropped. */
const DROPPED = 'The report was not made: an administrator took it off the queue.'

const Payload = z.object({ id: z.string() })

/** Jobs that make reports, for people and schedules, and delete expired ones. */
export function reportJobs(deps: Deps): Record<string, JobHandler> {
  return {
    'report-due': (job) => startDue(deps, job.signal),
    'report-run': async (job) => {
      const { id } = Payload.parse(job.payload)
      const row = await findRun(deps.db.read, id)
      // Deleted meanwhile: there is nothing left to do.
      if (!row || row.state === 'ready') return
      try {
        await makeRun(deps, job, row)
      } catch (error) {
        if (error instanceof Refused) return refuse(deps, job, row, error.message)
        if (!job.signal.aborted) await noteFailure(deps, row, job, error)
        throw error
      }
    },
    [TELL_READERS]: ({ payload, signal }) => tellReaders(deps, Payload.parse(payload).id, signal),
    'drop-report-runs': (job) => dropReportRuns(deps, job),
  }
}

/** Marks a run as failed that will not be made; the sweep removes its files. */
export function deadReportRuns(deps: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    'report-run': async (tx, payload, why) => {
      const row = await findRun(tx, Payload.parse(payload).id)
      if (!row || row.state === 'ready' || row.state === 'failed') return
      await endFailed(tx, deps, row, why === 'dropped' ? DROPPED : ENDED_IN_LAST_ATTEMPT)
    },
  }
}

/** Fails a run whose owner may no longer have it, and stops its schedule: a retry would not help. */
async function refuse({ db, clock }: Deps, job: Job, row: RunRow, why: string): Promise<void> {
  await db.write(async (tx) => {
    await job.finishIn(tx)
    const note = row.schedule_id === null ? why : `${why} The schedule has stopped.`
    await changeRun(tx, row.id, { state: 'failed', note, ended_at: clock().toISOString() })
    if (row.schedule_id === null) return
    await stopSchedule(tx, row.schedule_id, why)
    const about = { targetType: 'report', targetId: row.report_id, details: { name: row.name, why } }
    await record(tx, clock, { actorId: row.owner_id, action: 'report.schedule-stopped', address: null, ...about })
  })
}

/** Stores why there is no report yet, for the people who wait for it. */
async function noteFailure({ db, clock }: Deps, row: RunRow, job: Job, error: unknown): Promise<void> {
  const note = `The report could not be made. ${reasonOf(error) ?? 'The server met an error that it did not expect.'}`
  const givenUp = `It was tried ${MAX_ATTEMPTS} times; an administrator finds it among the failed jobs.`
  await db.write(async (tx) => {
    if (job.attempt >= MAX_ATTEMPTS) await endFailed(tx, { clock }, row, `${note} ${givenUp}`)
    else await changeRun(tx, row.id, { state: 'retrying', files: '[]', note, ended_at: null })
  })
}

async function endFailed(tx: Tx, { clock }: Pick<Deps, 'clock'>, row: RunRow, note: string): Promise<void> {
  await changeRun(tx, row.id, { state: 'failed', files: '[]', note, ended_at: clock().toISOString() })
  const about = { targetType: 'report-run', targetId: row.id, details: { name: row.name } }
  await record(tx, clock, { actorId: row.owner_id, action: 'report.failed', address: null, ...about })
}
