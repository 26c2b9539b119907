import type { Db, Tx } from '../database/db.ts'
import { waitForWriters } from '../database/dialect.ts'
import { violationOf } from '../database/failures.ts'
import type { ClaimedJob } from './claim.ts'
import { type DeadLetterHandler, type Job, type JobHandler, PermanentFailure } from './job.ts'
import { closeOtherDeadLetters, deadLetter, extendLease, finish, requeue } from './lease.ts'
import { addNextRun, type Intervals } from './periodic.ts'
import type { JobQueue } from './queue.ts'

export interface AttemptDeps {
  db: Db
  /** announces jobs stored by this process, so that they need not wait for the next poll */
  queue: JobQueue
  clock: () => Date
  handlers: Record<string, JobHandler>
  onDeadLetter?: Record<string, DeadLetterHandler>
  /** of periodic jobs: the end of a run, good or bad, stores the next one in the same transaction */
  intervals?: Intervals
  log: Record<'warn' | 'error', (fields: object, message: string) => void>
}

/** Runs claimed jobs and stores how each attempt ends. */
export class JobAttempts {
  readonly #deps: AttemptDeps
  readonly #leaseMs: number
  readonly #isStopped: () => boolean

  /** @param isStopped whether the runner is being shut down */
  constructor(deps: AttemptDeps, leaseMs: number, isStopped: () => boolean) {
    this.#deps = deps
    this.#leaseMs = leaseMs
    this.#isStopped = isStopped
  }

  async run(job: ClaimedJob, abort: AbortController): Promise<void> {
    const { db, handlers } = this.#deps
    if (job.attempts > job.max_attempts) return this.#setAside(job)
    const heartbeat = setInterval(() => this.#extend(job, abort), this.#leaseMs / 3)
    try {
      if (job.unique_key !== null) await waitForWriters(db)
      await handlers[job.kind]!(this.#asJob(job, abort.signal))
      // A no-op when the handler has finished it, or another runner has claimed it meanwhile.
      await db.write((tx) => this.#finish(tx, job))
    } catch (error) {
      await this.#afterFailure(job, error)
    } finally {
      clearInterval(heartbeat)
    }
  }

  #extend(job: ClaimedJob, abort: AbortController): void {
    const { db, log } = this.#deps
    db.write((tx) => extendLease(tx, job, this.#later(this.#leaseMs))).then(
      (ours) => ours || abort.abort(),
      (error: unknown) => log.warn({ err: error, job: job.id }, 'The lease of a job could not be renewed'),
    )
  }

  #asJob(job: ClaimedJob, signal: AbortSignal): Job {
    return {
      id: job.id,
      payload: JSON.parse(job.payload),
      attempt: job.attempts,
      signal,
      finishIn: async (tx) => {
        if (!(await this.#finish(tx, job))) throw new Error('This job belongs to another process by now')
      },
    }
  }

  #later(ms: number): Date {
    return new Date(this.#deps.clock().getTime() + ms)
  }

  /** @returns whether the job still belonged to this runner */
  async #finish(tx: Tx, job: ClaimedJob): Promise<boolean> {
    const isOurs = await finish(tx, job, this.#deps.clock())
    if (isOurs) await this.#addNextRun(tx, job)
    return isOurs
  }

  async #setAside(job: ClaimedJob): Promise<void> {
    const { db, onDeadLetter } = this.#deps
    await db.write(async (tx) => {
      const isOurs = await this.#deadLetter(tx, job, 'The program ended during the last attempt')
      if (isOurs) await onDeadLetter?.[job.kind]?.(tx, JSON.parse(job.payload), 'process-ended')
    })
  }

  async #afterFailure(job: ClaimedJob, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
    const fields = { err: error, job: job.id, kind: job.kind, attempt: job.attempts }
    if (this.#isStopped()) {
      // Aborted by our own shutdown: this attempt doesn't count.
      return this.#requeue(job, { runAt: clock(), error: null, attempts: job.attempts - 1 })
    }
    if (error instanceof PermanentFailure || job.attempts >= job.max_attempts) {
      log.error(fields, 'A job failed for good and is now a dead letter')
      await db.write((tx) => this.#deadLetter(tx, job, message))
      return
    }
    log.warn(fields, 'A job failed and will be tried again')
    const runAt = this.#later(retryDelayMs(job.attempts))
    return this.#requeue(job, { runAt, error: message, attempts: job.attempts })
  }

  /** @returns whether the job still belonged to this runner */
  async #deadLetter(tx: Tx, job: ClaimedJob, error: string): Promise<boolean> {
    const { clock, intervals } = this.#deps
    if (!(await deadLetter(tx, job, clock(), error))) return false
    // The newest failure of a periodic job stands for all of them.
    if (intervals?.[job.kind] !== undefined) await closeOtherDeadLetters(tx, job, clock())
    await this.#addNextRun(tx, job)
    return true
  }

  async #addNextRun(tx: Tx, { kind }: ClaimedJob): Promise<void> {
    const { queue, intervals } = this.#deps
    const inMs = intervals?.[kind]
    if (inMs !== undefined) await addNextRun(tx, queue, kind, inMs)
  }

  async #requeue(job: ClaimedJob, how: { runAt: Date; error: string | null; attempts: number }): Promise<void> {
    const { db, clock } = this.#deps
    const put = () => db.write((tx) => requeue(tx, job, { now: clock(), ...how }))
    // A newer job with the same key was stored concurrently: the retry finds it.
    await put().catch((refused: unknown) => {
      if (violationOf(refused) !== 'unique') throw refused
      return put()
    })
  }
}

/**
 * Exponential back-off: 2, 4, 8 … seconds up to an hour, ±50 % jitter, so that jobs that failed together are not
 * retried together.
 */
function retryDelayMs(attempt: number): number {
  return Math.min(3_600_000, 1000 * 2 ** attempt) * (0.5 + Math.random())
}
