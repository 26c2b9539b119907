import type { BackgroundJob, BackgroundJobs, JobsQuery, JobState } from '../../../shared/background-jobs.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import { dropJob, type DropDeps } from '../../platform/jobs/drop.ts'
import { retryDead } from '../../platform/jobs/retry-dead.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { jobsOf, unfinishedJob, type JobRow } from './queries.ts'

type JobDeps = Deps & DropDeps

/** Unfinished jobs of a state, or all of them. */
export async function listJobs(
  { db, clock, comeBack }: JobDeps,
  actor: Actor,
  { state, page = 1, limit = 10 }: JobsQuery,
): Promise<BackgroundJobs> {
  mayManage(actor)
  const now = clock().toISOString()
  const { rows, total } = await jobsOf(db.read, { state, now, limit, offset: (page - 1) * limit })
  return { jobs: rows.map((row) => jobOf(row, now, row.kind in comeBack)), total }
}

function jobOf(row: JobRow, now: string, comesBack: boolean): BackgroundJob {
  const { id, kind, attempts, last_error: error, created_at: createdAt, dead_at, run_at } = row
  return { id, kind, state: stateOf(row, now), attempts, error, createdAt, at: dead_at ?? run_at, comesBack }
}

function stateOf({ dead_at, lease_until, run_at }: JobRow, now: string): JobState {
  if (dead_at !== null) return 'failed'
  if (lease_until !== null && lease_until > now) return 'running'
  return run_at > now ? 'scheduled' : 'queued'
}

/**
 * Has a job run now: a failed one with all its attempts, one that waits for its time before that. One that is due already
 * stays as it is.
 * @throws AppError `not-found` for one that is unknown or finished; `wrong-status` for one that is running
 */
export async function retryJob({ db, clock, queue }: Deps, actor: Actor, id: number): Promise<void> {
  mayManage(actor)
  await db.write(async (tx) => {
    const now = clock()
    const job = await getIdle(tx, id, now.toISOString())
    if (stateOf(job, now.toISOString()) === 'queued') return
    if (job.dead_at === null)
      await tx.updateTable('jobs').set({ run_at: now.toISOString() }).where('id', '=', id).execute()
    else await retryDead(tx, id, now)
    await record(tx, clock, { actorId: actor.id, action: 'job.retried', details: { kind: job.kind, job: id } })
  })
  queue.announce()
}

/**
 * Drops a job. What somebody waits for is marked as failed; a job that must not be missing comes back later.
 * @throws AppError `not-found` for one that is unknown or finished; `wrong-status` for one that is running
 */
export async function deleteJob(deps: JobDeps, actor: Actor, id: number): Promise<void> {
  mayManage(actor)
  const { db, clock } = deps
  await db.write(async (tx) => {
    const { dead_at } = await getIdle(tx, id, clock().toISOString())
    const kind = await dropJob(tx, deps, id, clock())
    // It was claimed meanwhile.
    if (kind === undefined) throw isRunning()
    const state = dead_at === null ? 'waiting' : 'failed'
    await record(tx, clock, { actorId: actor.id, action: 'job.dropped', details: { kind, job: id, state } })
  })
}

const mayManage = (actor: Actor) => requirePermission(actor, 'settings.manage', 'change settings')

async function getIdle(reader: Reader | Tx, id: number, now: string): Promise<JobRow> {
  const job = await unfinishedJob(reader, id)
  if (!job) throw new AppError('not-found', text('This job has ended, or there is none with this id.'))
  if (stateOf(job, now) === 'running') throw isRunning()
  return job
}

const isRunning = () => new AppError('wrong-status', text('This job is running. Wait until this attempt has ended.'))
