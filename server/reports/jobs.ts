import { z } from 'zod'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { failureNote } from '../platform/files/failure-notes.ts'
import type { Job, JobHandler, DeadLetterHandler } from '../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { Refused } from './owner.ts'
import { type RefusalNote, type ReportNote, storedReportNotes } from './notes.ts'
import { changeRun, findRun, type RunRow } from './run-queries.ts'
import { MAX_ATTEMPTS } from './start-run.ts'
import { stopSchedule } from './schedule-queries.ts'
import { startDue } from './due-schedules.ts'
import { dropReportRuns } from './sweep.ts'
import { makeRun } from './make-run.ts'
import { TELL_READERS, tellReaders } from './tell-readers.ts'

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
        if (error instanceof Refused) return refuse(deps, job, row, error.note)
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
      await endFailed(tx, deps, row, { code: why })
    },
  }
}

/** Fails a run whose owner may no longer have it, and stops its schedule: a retry would not help. */
async function refuse({ db, clock }: Deps, job: Job, row: RunRow, why: RefusalNote): Promise<void> {
  await db.write(async (tx) => {
    await job.finishIn(tx)
    const notes: ReportNote[] = row.schedule_id === null ? [why] : [why, { code: 'schedule-stopped' }]
    const note = storedReportNotes(...notes)
    await changeRun(tx, row.id, { state: 'failed', note, ended_at: clock().toISOString() })
    if (row.schedule_id === null) return
    await stopSchedule(tx, row.schedule_id, storedReportNotes(why))
    const about = { targetType: 'report', targetId: row.report_id, details: { name: row.name, why: why.code } }
    await record(tx, clock, { actorId: row.owner_id, action: 'report.schedule-stopped', address: null, ...about })
  })
}

/** Stores why there is no report yet, for the people who wait for it. */
async function noteFailure({ db, clock }: Deps, row: RunRow, job: Job, error: unknown): Promise<void> {
  const why = failureNote(error)
  await db.write(async (tx) => {
    if (job.attempt >= MAX_ATTEMPTS) await endFailed(tx, { clock }, row, why, { code: 'tried', count: MAX_ATTEMPTS })
    else await changeRun(tx, row.id, { state: 'retrying', files: '[]', note: storedReportNotes(why), ended_at: null })
  })
}

async function endFailed(tx: Tx, { clock }: Pick<Deps, 'clock'>, row: RunRow, ...notes: ReportNote[]): Promise<void> {
  const note = storedReportNotes(...notes)
  await changeRun(tx, row.id, { state: 'failed', files: '[]', note, ended_at: clock().toISOString() })
  const about = { targetType: 'report-run', targetId: row.id, details: { name: row.name } }
  await record(tx, clock, { actorId: row.owner_id, action: 'report.failed', address: null, ...about })
}
