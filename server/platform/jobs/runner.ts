import { AsyncResource } from 'node:async_hooks'
import { deletedBefore } from '../../../shared/retention.ts'
import { type AttemptDeps, JobAttempts } from './attempt.ts'
import { type Busy, claim, type ClaimedJob, isAnyDue } from './claim.ts'
import type { Holds } from './hold.ts'
import { purgeFinished } from './queue.ts'

interface Options extends AttemptDeps {
  /** concurrent jobs */
  concurrency?: number
  /** concurrent jobs per kind: long ones leave slots for the others */
  concurrencyByKind?: Record<string, number>
  /** kinds of which one job of each person runs at a time */
  onePerPerson?: readonly string[]
  holds?: Holds
  /** Lease of a job, after which another runner may claim it; a live runner renews it in time. */
  leaseMs?: number
  pollMs?: number
  /** milliseconds that have passed, whatever becomes of the clock; default: since the process started */
  uptime?: () => number
}

const PURGE_INTERVAL_MS = 3_600_000
/** On PostgreSQL a job only becomes visible at the commit, after the wake-up: poll again after this. */
const RECHECK_MS = 50

/** Runs the jobs of this database, concurrently with other processes that do. */
export class JobRunner {
  readonly #deps: Pick<Options, 'db' | 'clock' | 'handlers' | 'log'>
  readonly #attempts: JobAttempts
  readonly #limits: Required<
    Pick<Options, 'concurrency' | 'concurrencyByKind' | 'onePerPerson' | 'holds' | 'leaseMs' | 'pollMs'>
  >
  readonly #running = new Map<Promise<void>, { job: ClaimedJob; abort: AbortController }>()
  readonly #stopListening: () => void
  #polling: Promise<void> | undefined
  #pollAgain = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #purgedAt = 0
  readonly #uptime: () => number
  #clockAhead: number
  #trustsLeasesFrom = 0

  constructor(options: Options) {
    const { concurrency = 4, concurrencyByKind = {}, onePerPerson = [], holds = {} } = options
    const { leaseMs = 60_000, pollMs = 1000, uptime = () => performance.now() } = options
    this.#deps = options
    this.#uptime = uptime
    this.#clockAhead = options.clock().getTime() - uptime()
    this.#attempts = new JobAttempts(options, leaseMs, () => this.#stopped)
    this.#limits = { concurrency, concurrencyByKind, onePerPerson, holds, leaseMs, pollMs }
    // Bound to our own context: the wake-up comes inside another caller's transaction.
    this.#stopListening = options.queue.onAdded(AsyncResource.bind(() => this.#poll(true)))
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
    const { holds } = this.#limits
    const takesExpired = this.#trustsLeases()
    if (!woken && !(await isAnyDue(db.read, { kinds, now: clock(), busy: this.#busy(), holds, takesExpired })))
      return this.#purge()
    while (!this.#stopped) {
      const { open, limit } = this.#room(kinds)
      if (limit === 0) return
      // The lease begins inside: on a slow disk a write may wait for longer than a lease.
      const jobs = await db.write((tx) =>
        claim(tx, {
          kinds: open,
          now: clock(),
          busy: this.#busy(),
          holds,
          takesExpired,
          leaseUntil: this.#later(this.#limits.leaseMs),
          limit,
        }),
      )
      for (const job of jobs) this.#run(job)
      if (jobs.length < limit) return
    }
  }

  /** After the clock was put forward, leases seem to have expired until their holders have renewed them. */
  #trustsLeases(): boolean {
    const [uptime, { leaseMs }] = [this.#uptime(), this.#limits]
    const ahead = this.#deps.clock().getTime() - uptime
    if (ahead - this.#clockAhead > leaseMs / 2) this.#trustsLeasesFrom = uptime + leaseMs
    this.#clockAhead = ahead
    return uptime >= this.#trustsLeasesFrom
  }

  /** The kinds with free slots, and how many jobs may be claimed whichever of those kinds they have. */
  #room(kinds: string[]): { open: string[]; limit: number } {
    const { concurrency, concurrencyByKind } = this.#limits
    const underWay = [...this.#running.values()].map(({ job }) => job.kind)
    const roomOf = (kind: string) =>
      (concurrencyByKind[kind] ?? concurrency) - underWay.filter((one) => one === kind).length
    const open = kinds.filter((kind) => roomOf(kind) > 0)
    // One by one, where the next claim depends on whose job this one gets.
    const most = open.some((kind) => this.#limits.onePerPerson.includes(kind)) ? 1 : concurrency
    return { open, limit: Math.min(most, concurrency - this.#running.size, ...open.map(roomOf)) }
  }

  #busy(): Busy[] {
    return [...this.#running.values()].flatMap(({ job: { kind, person_id: personId } }) =>
      personId !== null && this.#limits.onePerPerson.includes(kind) ? [{ kind, personId }] : [],
    )
  }

  async #purge(): Promise<void> {
    const now = this.#deps.clock().getTime()
    if (now - this.#purgedAt < PURGE_INTERVAL_MS) return
    this.#purgedAt = now
    await this.#deps.db.write((tx) => purgeFinished(tx, deletedBefore('jobs', this.#deps.clock())))
  }

  #run(job: ClaimedJob): void {
    const abort = new AbortController()
    const done = this.#attempts
      .run(job, abort)
      .catch((error: unknown) => {
        // The lease expires, and then the job is due again.
        this.#deps.log.error({ err: error, job: job.id, kind: job.kind }, 'The outcome of a job could not be stored')
      })
      .then(() => {
        this.#running.delete(done)
        this.#poll(true)
      })
    this.#running.set(done, { job, abort })
    if (this.#stopped) abort.abort()
  }
}
