import { expect, vi } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { JobQueue, type NewJob } from '../platform/jobs/queue.ts'
import type { JobHandler } from '../platform/jobs/job.ts'
import type { jobRunners } from './jobs.ts'

/** A test's job queue, whose runners use its clock. */
export function waitingJobs(db: Db, clock: () => Date, run: ReturnType<typeof jobRunners>) {
  const queue = new JobQueue(clock)
  const start = (handlers: Record<string, JobHandler>, more: Parameters<typeof run>[2] = {}) =>
    run({ db, clock, queue }, handlers, more)
  const put = (job: NewJob) => db.write((tx) => queue.add(tx, job))
  const jobs = () => db.read.selectFrom('jobs').selectAll().orderBy('id').execute()
  const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 300_000, interval: 5 })
  const allFinished = async (count: number) =>
    until(async () => expect((await jobs()).filter((job) => job.finished_at)).toHaveLength(count))
  return { queue, start, put, jobs, until, allFinished }
}
