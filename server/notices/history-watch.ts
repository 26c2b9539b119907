import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { newestEntry } from './history-entries.ts'
import { MAKE_NOTICES } from './jobs.ts'
import { progressOf } from './progress.ts'

interface Options {
  db: Db
  queue: JobQueue
  log: { error(fields: object, message: string): void }
  intervalMs?: number
}

/**
 * Looks once a second whether the history has grown, and then queues the job that makes the notices: the transactions that
 * write history do nothing for them.
 */
export class HistoryWatch {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #seen = -1
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
    const newest = await newestEntry(db.read)
    if (newest === this.#seen) return
    if (newest > (await progressOf(db.read, 'history'))) {
      await db.write((tx) => queue.add(tx, { kind: MAKE_NOTICES, payload: null, uniqueKey: 'all' }))
    }
    this.#seen = newest
  }
}
