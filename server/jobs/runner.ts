import { AsyncResource } from 'node:async_hooks'
import type { Db, Tx } from '../database/db.ts'
import { waitForWriters } from '../database/dialect.ts'
import { violationOf } from '../database/failures.ts'
import { deadLetter, extendLease, finish, requeue, storeProgress } from './held.ts'
import { claim, type ClaimedJob, type JobQueue, forgetFinished, isAnyDue } from './queue.ts'

export interface Job {
  id: number
  payload: unknown
  /** 1 for the first */
  attempt: number
  /** Aborted when the program stops or the job now belongs to somebody else: stop soon, by throwing. */
  signal: AbortSignal
  /** Stores how far the job is, for whoever shows it. */
  progress(value: unknown): Promise<void>
  /**
   * Finishes the job in the transaction that stores its result, so that neither exists without the other.
   * @throws when the job belongs to somebody else by now; the transaction must then be undone
   */
  finishIn(tx: Tx): Promise<void>
}

/** May run again after a crash, so what it does must bear being done twice, or use `finishIn`. */
export type JobHandler = (job: Job) => Promise<void>

/** Says what has become of a job whose process ended in its last attempt, where no handler could. */
export type WhenDead = (tx: Tx, payload: unknown) => Promise<void>

/** Thrown by a handler for which trying again is no use: the job is set aside at once. */
export class GiveUp extends Error {}

interface Options {
  db: Db
  /** tells of jobs that this process stores, so that nobody waits for the next look */
  queue: JobQueue
  clock: () => Date
  handlers: Record<string, JobHandler>
  whenDead?: Record<string, WhenDead>
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** how many jobs run at the same time */
  concurrency?: number
  /** how many of one kind run at the same time: long ones leave room for the others */
  mostOf?: Record<string, number>
  /** For so long a job belongs to a runner that may have died; a living one extends it in time. */
  leaseMs?: number
  pollMs?: number
}

const KEPT_MS = 7 * 86_400_000
const TIDY_MS = 3_600_000
/** On PostgreSQL a job is seen only after the commit that follows the wake-up. */
const SECOND_LOOK_MS = 50

/** Runs the jobs of this database, together with any other process that does. */
export class JobRunner {
  readonly #deps: Pick<Options, 'db' | 'clock' | 'handlers' | 'whenDead' | 'log'>
  readonly #limits: Required<Pick<Options, 'concurrency' | 'mostOf' | 'leaseMs' | 'pollMs'>>
  readonly #running = new Map<Promise<void>, { kind: string; abort: AbortController }>()
  readonly #stopListening: () => void
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #tidiedAt = 0

  constructor({ queue, concurrency = 4, mostOf = {}, leaseMs = 60_000, pollMs = 1000, ...deps }: Options) {
    this.#deps = deps
    this.#limits = { concurrency, mostOf, leaseMs, pollMs }
    // In our own context: whoever stores a job is in the middle of a transaction, and we are not part of it.
    this.#stopListening = queue.onAdded(AsyncResource.bind(() => this.#look(true)))
    this.#schedule(0)
  }

  /** Takes no more jobs, tells those that run to stop soon, and waits for them. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#stopListening()
    for (const { abort } of this.#running.values()) abort.abort()
    await this.#looking
    await Promise.all(this.#running.keys())
  }

  #later(ms: number): Date {
    return new Date(this.#deps.clock().getTime() + ms)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.#look(false), ms)
    // Waiting for jobs is no reason to keep the process alive.
    this.#timer.unref()
  }

  /** @param woken there is something: claim without looking first */
  #look(woken: boolean): void {
    this.#lookAgain ||= woken
    if (this.#looking || this.#stopped) return
    this.#looking = this.#takeAll(woken)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'The job queue cannot be read')
      })
      .then(() => {
        this.#looking = undefined
        if (this.#lookAgain && this.#running.size < this.#limits.concurrency) this.#look(true)
        else this.#schedule(woken ? SECOND_LOOK_MS : this.#limits.pollMs)
      })
  }

  async #takeAll(woken: boolean): Promise<void> {
    const { db, clock, handlers } = this.#deps
    const kinds = Object.keys(handlers)
    this.#lookAgain = false
    if (kinds.length === 0) return
    if (!woken && !(await isAnyDue(db.read, kinds, clock()))) return this.#tidy()
    while (!this.#stopped) {
      const { open, most } = this.#room(kinds)
      if (most === 0) return
      const leaseUntil = this.#later(this.#limits.leaseMs)
      const jobs = await db.write((tx) => claim(tx, { kinds: open, now: clock(), leaseUntil, most }))
      for (const job of jobs) this.#run(job)
      if (jobs.length < most) return
    }
  }

  /** The kinds of which another job may begin, and how many jobs, whichever of those kinds they are. */
  #room(kinds: string[]): { open: string[]; most: number } {
    const { concurrency, mostOf } = this.#limits
    const underWay = [...this.#running.values()].map(({ kind }) => kind)
    const roomOf = (kind: string) => (mostOf[kind] ?? concurrency) - underWay.filter((one) => one === kind).length
    const open = kinds.filter((kind) => roomOf(kind) > 0)
    return { open, most: Math.min(concurrency - this.#running.size, ...open.map(roomOf)) }
  }

  async #tidy(): Promise<void> {
    const now = this.#deps.clock().getTime()
    if (now - this.#tidiedAt < TIDY_MS) return
    this.#tidiedAt = now
    await this.#deps.db.write((tx) => forgetFinished(tx, this.#later(-KEPT_MS)))
  }

  #run(job: ClaimedJob): void {
    const abort = new AbortController()
    const done = this.#attempt(job, abort)
      .catch((error: unknown) => {
        // The lease runs out by itself, then the job is due again.
        this.#deps.log.error({ err: error, job: job.id, kind: job.kind }, 'The outcome of a job could not be stored')
      })
      .then(() => {
        this.#running.delete(done)
        this.#look(true)
      })
    this.#running.set(done, { kind: job.kind, abort })
    if (this.#stopped) abort.abort()
  }

  async #attempt(job: ClaimedJob, abort: AbortController): Promise<void> {
    const { db, clock, handlers } = this.#deps
    if (job.attempts > job.max_attempts) return this.#setAside(job)
    const heartbeat = setInterval(() => this.#extend(job, abort), this.#limits.leaseMs / 3)
    try {
      if (job.unique_key !== null) await waitForWriters(db)
      await handlers[job.kind]!(this.#asJob(job, abort.signal))
      // Changes nothing when the handler has finished it, or when the job belongs to somebody else by now.
      await db.write((tx) => finish(tx, job, clock()))
    } catch (error) {
      await this.#afterFailure(job, error)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #setAside(job: ClaimedJob): Promise<void> {
    const { db, clock, whenDead } = this.#deps
    await db.write(async (tx) => {
      const isOurs = await deadLetter(tx, job, clock(), 'The program ended during the last attempt')
      if (isOurs) await whenDead?.[job.kind]?.(tx, JSON.parse(job.payload))
    })
  }

  #extend(job: ClaimedJob, abort: AbortController): void {
    const { db, log } = this.#deps
    db.write((tx) => extendLease(tx, job, this.#later(this.#limits.leaseMs))).then(
      (ours) => ours || abort.abort(),
      (error: unknown) => log.warn({ err: error, job: job.id }, 'The lease of a job could not be renewed'),
    )
  }

  #asJob(job: ClaimedJob, signal: AbortSignal): Job {
    const { db, clock } = this.#deps
    return {
      id: job.id,
      payload: JSON.parse(job.payload),
      attempt: job.attempts,
      signal,
      progress: async (value) => {
        await db.write((tx) => storeProgress(tx, job, value))
      },
      finishIn: async (tx) => {
        if (!(await finish(tx, job, clock()))) throw new Error('This job belongs to another process by now')
      },
    }
  }

  async #afterFailure(job: ClaimedJob, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
    const fields = { err: error, job: job.id, kind: job.kind, attempt: job.attempts }
    if (this.#stopped) {
      // Interrupted by us: that attempt doesn't count.
      return this.#requeue(job, { runAt: clock(), error: null, attempts: job.attempts - 1 })
    }
    if (error instanceof GiveUp || job.attempts >= job.max_attempts) {
      log.error(fields, 'A job failed for good and is now a dead letter')
      await db.write((tx) => deadLetter(tx, job, clock(), message))
      return
    }
    log.warn(fields, 'A job failed and will be tried again')
    const runAt = this.#later(retryDelayMs(job.attempts))
    return this.#requeue(job, { runAt, error: message, attempts: job.attempts })
  }

  async #requeue(job: ClaimedJob, how: { runAt: Date; error: string | null; attempts: number }): Promise<void> {
    const { db, clock } = this.#deps
    const put = () => db.write((tx) => requeue(tx, job, { now: clock(), ...how }))
    // A newer one with the same key was stored in this very moment: the second time we see it.
    await put().catch((refused: unknown) => {
      if (violationOf(refused) !== 'unique') throw refused
      return put()
    })
  }
}

/** 2, 4, 8 … seconds up to an hour, half as much more or less, so that those which failed together don't come back together. */
function retryDelayMs(attempt: number): number {
  return Math.min(3_600_000, 1000 * 2 ** attempt) * (0.5 + Math.random())
}
