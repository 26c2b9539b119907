import { AsyncResource } from 'node:async_hooks'
import type { Db } from '../platform/database/db.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import { newestEntry } from './history-entries.ts'
import { MAKE_NOTICES } from './jobs.ts'
import { progressOf } from './progress.ts'
import { newestSignIn } from './sign-in-queries.ts'

interface Options {
  db: Db
  queue: JobQueue
  log: { error(fields: object, message: string): void }
  intervalMs?: number
}

/** After a commit: the entries of writers that end together are read together. */
const SOON_MS = 20
/** Between looks after commits, so that many writers queue a few jobs a second. */
const SPACING_MS = 250

/**
 * Looks soon after each commit of this process, and once a second besides, whether there are new history entries or
 * sign-ins, and then queues the job that makes the notices: the transactions that write them do nothing for it.
 */
export class HistoryWatch {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  #lookedAt = -Infinity
  #looking: Promise<void> = Promise.resolve()
  /** the newest entries at the last look */
  #seen = ''
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    this.#lookIn(this.#interval)
    // Bound to our own context: a look is nothing that the writer waits for.
    options.db.onCommit(
      AsyncResource.bind(() => this.#lookIn(Math.max(SOON_MS, this.#lookedAt + SPACING_MS - performance.now()))),
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  get #interval(): number {
    return this.#options.intervalMs ?? 1000
  }

  /** Has no effect if an earlier look is planned. */
  #lookIn(ms: number): void {
    const dueAt = performance.now() + ms
    if (this.#isStopped || dueAt >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => this.#begin(), ms)
    this.#timer.unref()
  }

  #begin(): void {
    this.#dueAt = Infinity
    this.#lookedAt = performance.now()
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'The history could not be read for notices')
      })
      .then(() => this.#lookIn(this.#interval))
  }

  async #look(): Promise<void> {
    const { db, queue } = this.#options
    const [entry, signIn] = [await newestEntry(db.read), await newestSignIn(db.read)]
    const newest = `${entry} ${signIn}`
    if (newest === this.#seen) return
    if (entry > (await progressOf(db.read, 'history')) || signIn > (await progressOf(db.read, 'audit'))) {
      await db.write((tx) => queue.add(tx, { kind: MAKE_NOTICES, payload: null, uniqueKey: 'all' }))
    }
    this.#seen = newest
  }
}
