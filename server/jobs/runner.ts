import { AsyncResource } from 'node:async_hooks'
import type { Db, Tx } from '../database/db.ts'
import { waitForWriters } from '../database/dialect.ts'
import { violationOf } from '../database/failures.ts'
import { closeOtherDeadLetters, deadLetter, extendLease, finish, requeue } from './lease.ts'
import { addNextRun, type Intervals } from './periodic.ts'
import { claim, type ClaimedJob, isAnyDue } from './claim.ts'
import { type JobQueue, purgeFinished } from './queue.ts'

export interface Job {
  id: number
  payload: unknown
  /** 1 for the first */
  attempt: number
  /** Aborted when the program stops or another runner has claimed the job: stop soon, by throwing. */
  signal: AbortSignal
  /**
   * Finishes the job in the transaction that stores its result, so that neither exists without the other.
   * @throws when another runner has claimed the job meanwhile; the transaction must then be rolled back
   */
  finishIn(tx: Tx): Promise<void>
}

/** May run again after a crash, so it must be idempotent or use `finishIn`. */
export type JobHandler = (job: Job) => Promise<void>

/** Records the outcome of a job whose process ended during its last attempt, where no handler could. */
export type DeadLetterHandler = (tx: Tx, payload: unknown) => Promise<void>

/** Thrown by a handler when a retry is pointless: the job becomes a dead letter at once. */
export class PermanentFailure extends Error {}

interface Options {
  db: Db
  /** announces jobs stored by this process, so that they need not wait for the next poll */
  queue: JobQueue
  clock: () => Date
  handlers: Record<string, JobHandler>
  onDeadLetter?: Record<string, DeadLetterHandler>
  /** of periodic jobs: the end of a run, good or bad, stores the next one in the same transaction */
  intervals?: Intervals
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** concurrent jobs */
  concurrency?: number
  /** concurrent jobs per kind: long ones leave slots for the others */
  concurrencyByKind?: Record<string, number>
  /** Lease of a job, after which another runner may claim it; a live runner renews it in time. */
  leaseMs?: number
  pollMs?: number
}

const RETENTION_MS = 7 * 86_400_000
const PURGE_INTERVAL_MS = 3_600_000
/** On PostgreSQL a job only becomes visible at the commit, after the wake-up: poll again after this. */
const RECHECK_MS = 50

/** Runs the jobs of this database, concurrently with other processes that do. */
export class JobRunner {
  readonly #deps: Pick<Options, 'db' | 'queue' | 'clock' | 'handlers' | 'onDeadLetter' | 'intervals' | 'log'>
  readonly #limits: Required<Pick<Options, 'concurrency' | 'concurrencyByKind' | 'leaseMs' | 'pollMs'>>
  readonly #running = new Map<Promise<void>, { kind: string; abort: AbortController }>()
  readonly #stopListening: () => void
  #polling: Promise<void> | undefined
  #pollAgain = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #purgedAt = 0

  constructor({ concurrency = 4, concurrencyByKind = {}, leaseMs = 60_000, pollMs = 1000, ...deps }: Options) {
    this.#deps = deps
    this.#limits = { concurrency, concurrencyByKind, leaseMs, pollMs }
    // Bound to our own context: the wake-up comes inside another caller's transaction.
    this.#stopListening = deps.queue.onAdded(AsyncResource.bind(() => this.#poll(true)))
    this.#schedule(0)
  }

  /** Claims no more jobs, aborts the running ones, and waits for them. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#stopListening()
    for (const { abort } of this.#running.values()) abort.abort()
    await this.#polling
    await Promise.all(this.#running.keys())
  }

  #later(ms: number): Date {
    return new Date(this.#deps.clock().getTime() + ms)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.#poll(false), ms)
    // The poll timer must not keep the process alive.
    this.#timer.unref()
  }

  /** @param woken a job was announced: claim without polling first */
  #poll(woken: boolean): void {
    this.#pollAgain ||= woken
    if (this.#polling || this.#stopped) return
    this.#polling = this.#claimAll(woken)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'The job queue cannot be read')
      })
      .then(() => {
        this.#polling = undefined
        if (this.#pollAgain && this.#running.size < this.#limits.concurrency) this.#poll(true)
        else this.#schedule(woken ? RECHECK_MS : this.#limits.pollMs)
      })
  }

  async #claimAll(woken: boolean): Promise<void> {
    const { db, clock, handlers } = this.#deps
    const kinds = Object.keys(handlers)
    this.#pollAgain = false
    if (kinds.length === 0) return
    if (!woken && !(await isAnyDue(db.read, kinds, clock()))) return this.#purge()
    while (!this.#stopped) {
      const { open, limit } = this.#room(kinds)
      if (limit === 0) return
      // The lease begins inside: on a slow disk a write may wait for longer than a lease.
      const jobs = await db.write((tx) =>
        claim(tx, { kinds: open, now: clock(), leaseUntil: this.#later(this.#limits.leaseMs), limit }),
      )
      for (const job of jobs) this.#run(job)
      if (jobs.length < limit) return
    }
  }

  /** The kinds with free slots, and how many jobs may be claimed whichever of those kinds they have. */
  #room(kinds: string[]): { open: string[]; limit: number } {
    const { concurrency, concurrencyByKind } = this.#limits
    const underWay = [...this.#running.values()].map(({ kind }) => kind)
    const roomOf = (kind: string) =>
      (concurrencyByKind[kind] ?? concurrency) - underWay.filter((one) => one === kind).length
    const open = kinds.filter((kind) => roomOf(kind) > 0)
    return { open, limit: Math.min(concurrency - this.#running.size, ...open.map(roomOf)) }
  }

  async #purge(): Promise<void> {
    const now = this.#deps.clock().getTime()
    if (now - this.#purgedAt < PURGE_INTERVAL_MS) return
    this.#purgedAt = now
    await this.#deps.db.write((tx) => purgeFinished(tx, this.#later(-RETENTION_MS)))
  }

  #run(job: ClaimedJob): void {
    const abort = new AbortController()
    const done = this.#attempt(job, abort)
      .catch((error: unknown) => {
        // The lease expires, and then the job is due again.
        this.#deps.log.error({ err: error, job: job.id, kind: job.kind }, 'The outcome of a job could not be stored')
      })
      .then(() => {
        this.#running.delete(done)
        this.#poll(true)
      })
    this.#running.set(done, { kind: job.kind, abort })
    if (this.#stopped) abort.abort()
  }

  async #attempt(job: ClaimedJob, abort: AbortController): Promise<void> {
    const { db, handlers } = this.#deps
    if (job.attempts > job.max_attempts) return this.#setAside(job)
    const heartbeat = setInterval(() => this.#extend(job, abort), this.#limits.leaseMs / 3)
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

  async #setAside(job: ClaimedJob): Promise<void> {
    const { db, onDeadLetter } = this.#deps
    await db.write(async (tx) => {
      const isOurs = await this.#deadLetter(tx, job, 'The program ended during the last attempt')
      if (isOurs) await onDeadLetter?.[job.kind]?.(tx, JSON.parse(job.payload))
    })
  }

  /** @returns whether the job still belonged to this runner */
  async #finish(tx: Tx, job: ClaimedJob): Promise<boolean> {
    const isOurs = await finish(tx, job, this.#deps.clock())
    if (isOurs) await this.#addNextRun(tx, job)
    return isOurs
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

  #extend(job: ClaimedJob, abort: AbortController): void {
    const { db, log } = this.#deps
    db.write((tx) => extendLease(tx, job, this.#later(this.#limits.leaseMs))).then(
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

  async #afterFailure(job: ClaimedJob, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
    const fields = { err: error, job: job.id, kind: job.kind, attempt: job.attempts }
    if (this.#stopped) {
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
