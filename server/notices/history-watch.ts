import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
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

/**
 * Looks once a second whether there are new history entries or sign-ins, and then queues the job that makes the notices: the
 * transactions that write them do nothing for it.
 */
export class HistoryWatch {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** the newest entries at the last look */
  #seen = ''
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => {
          this.#options.log.error({ err: error }, 'The history could not be read for notices')
        })
        .then(() => this.#schedule())
    }, this.#options.intervalMs ?? 1000)
    this.#timer.unref()
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
