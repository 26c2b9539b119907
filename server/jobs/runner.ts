import { AsyncResource } from 'node:async_hooks'
import type { Db, Tx } from '../database/db.ts'
import { waitForWriters } from '../database/dialect.ts'
import { violationOf } from '../database/failures.ts'
import {
  bury,
  claim,
  type ClaimedJob,
  extendLease,
  finish,
  forgetFinished,
  isAnyDue,
  putBack,
  storeProgress,
} from './queue.ts'
import { onWake } from './wake.ts'

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

/** Thrown by a handler for which trying again is no use: the job is set aside at once. */
export class GiveUp extends Error {}

interface Options {
  db: Db
  clock: () => Date
  handlers: Record<string, JobHandler>
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

/**
 * Runs the jobs of this database, together with any other process that does.
 * `stop` takes no more, tells those that run to stop soon, and waits for them.
 */
export function startJobs(options: Options): { stop(): Promise<void> } {
  const { db, clock, handlers, log, concurrency = 4, mostOf = {}, leaseMs = 60_000, pollMs = 1000 } = options
  const kinds = Object.keys(handlers)
  const running = new Map<Promise<void>, { kind: string; abort: AbortController }>()
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let tidiedAt = 0

  const later = (ms: number) => new Date(clock().getTime() + ms)
  // In our own context: whoever stores a job is in the middle of a transaction, and we are not part of it.
  const stopListening = onWake(AsyncResource.bind(() => look(true)))
  schedule(0)

  function schedule(ms: number) {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => look(false), ms)
    // Waiting for jobs is no reason to keep the process alive.
    timer.unref()
  }

  /** @param woken there is something: claim without looking first */
  function look(woken: boolean) {
    lookAgain ||= woken
    if (looking || stopped) return
    looking = takeAll(woken)
      .catch((error: unknown) => {
        log.error({ err: error }, 'The job queue cannot be read')
      })
      .then(() => {
        looking = undefined
        if (lookAgain && running.size < concurrency) look(true)
        else schedule(woken ? SECOND_LOOK_MS : pollMs)
      })
  }

  async function takeAll(woken: boolean) {
    lookAgain = false
    if (kinds.length === 0) return
    if (!woken && !(await isAnyDue(db.read, kinds, clock()))) return tidy()
    while (!stopped) {
      const { open, most } = room()
      if (most === 0) return
      const jobs = await db.write((tx) => claim(tx, { kinds: open, now: clock(), leaseUntil: later(leaseMs), most }))
      for (const job of jobs) run(job)
      if (jobs.length < most) return
    }
  }

  /** The kinds of which another job may begin, and how many jobs, whichever of those kinds they are. */
  function room(): { open: string[]; most: number } {
    const underWay = [...running.values()].map(({ kind }) => kind)
    const roomOf = (kind: string) => (mostOf[kind] ?? concurrency) - underWay.filter((one) => one === kind).length
    const open = kinds.filter((kind) => roomOf(kind) > 0)
    return { open, most: Math.min(concurrency - running.size, ...open.map(roomOf)) }
  }

  async function tidy() {
    if (clock().getTime() - tidiedAt < TIDY_MS) return
    tidiedAt = clock().getTime()
    await db.write((tx) => forgetFinished(tx, later(-KEPT_MS)))
  }

  function run(job: ClaimedJob) {
    const abort = new AbortController()
    const done = attempt(job, abort)
      .catch((error: unknown) => {
        // The lease runs out by itself, then the job is due again.
        log.error({ err: error, job: job.id, kind: job.kind }, 'The outcome of a job could not be stored')
      })
      .then(() => {
        running.delete(done)
        look(true)
      })
    running.set(done, { kind: job.kind, abort })
    if (stopped) abort.abort()
  }

  async function attempt(job: ClaimedJob, abort: AbortController) {
    if (job.attempts > job.max_attempts) {
      await db.write((tx) => bury(tx, job, clock(), 'The program ended during the last attempt'))
      return
    }
    const heartbeat = setInterval(() => {
      db.write((tx) => extendLease(tx, job, later(leaseMs))).then(
        (ours) => ours || abort.abort(),
        (error: unknown) => log.warn({ err: error, job: job.id }, 'The lease of a job could not be renewed'),
      )
    }, leaseMs / 3)
    try {
      if (job.unique_key !== null) await waitForWriters(db)
      await handlers[job.kind]!({
        id: job.id,
        payload: JSON.parse(job.payload),
        attempt: job.attempts,
        signal: abort.signal,
        progress: async (value) => {
          await db.write((tx) => storeProgress(tx, job, value))
        },
        finishIn: async (tx) => {
          if (!(await finish(tx, job, clock()))) throw new Error('This job belongs to another process by now')
        },
      })
      // Changes nothing when the handler has finished it, or when the job belongs to somebody else by now.
      await db.write((tx) => finish(tx, job, clock()))
    } catch (error) {
      await afterFailure(job, error)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function afterFailure(job: ClaimedJob, error: unknown) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
    const fields = { err: error, job: job.id, kind: job.kind, attempt: job.attempts }
    if (stopped) {
      // Interrupted by us: that attempt doesn't count.
      return putBackOnce({ runAt: clock(), error: null, attempts: job.attempts - 1 })
    }
    if (error instanceof GiveUp || job.attempts >= job.max_attempts) {
      log.error(fields, 'A job failed for good and is now a dead letter')
      await db.write((tx) => bury(tx, job, clock(), message))
      return
    }
    log.warn(fields, 'A job failed and will be tried again')
    return putBackOnce({ runAt: later(retryDelayMs(job.attempts)), error: message, attempts: job.attempts })

    async function putBackOnce(how: { runAt: Date; error: string | null; attempts: number }) {
      const put = () => db.write((tx) => putBack(tx, job, { now: clock(), ...how }))
      // A newer one with the same key was stored in this very moment: the second time we see it.
      await put().catch((refused: unknown) => {
        if (violationOf(refused) !== 'unique') throw refused
        return put()
      })
    }
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      stopListening()
      for (const { abort } of running.values()) abort.abort()
      await looking
      await Promise.all(running.keys())
    },
  }
}

/** 2, 4, 8 … seconds up to an hour, half as much more or less, so that those which failed together don't come back together. */
function retryDelayMs(attempt: number): number {
  return Math.min(3_600_000, 1000 * 2 ** attempt) * (0.5 + Math.random())
}
