import type Database from 'better-sqlite3'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../../thread-limits.ts'

/** What a long read still needs stays in the log. */
export const COPY = 'wal_checkpoint(PASSIVE)'
const LOOK = 'wal_checkpoint(NOOP)'
/** Of 4 kB each. */
const COPIED_AFTER_PAGES = 4000
/** A full disk may have room again, and the log must not take all of it. */
const TRIED_AGAIN_AFTER_PAGES = 250
/** The thread holds some 9 MB. */
const IDLE_MS = 60_000

/**
 * Copies the write-ahead log into the database file, in a thread: it brings both to the disk, which may take long. Whoever writes has
 * to wait meanwhile, so that all of it can be copied and the log begins anew; whoever reads doesn't notice.
 */
export class LogCopier {
  readonly #raw: Database.Database
  readonly #file: string
  /** how long the log becomes before it is copied, in pages */
  #copyAt = COPIED_AFTER_PAGES
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param raw the connection that writes, which must not copy by itself */
  constructor(raw: Database.Database, file: string) {
    this.#raw = raw
    this.#file = file
    raw.pragma('wal_autocheckpoint = 0')
  }

  /** To be called between two commits. Never throws: what could not be copied stays in the log, which is as safe. */
  async copyWhenLong(): Promise<void> {
    const [{ log }] = this.#raw.pragma(LOOK) as [{ log: number }]
    // The log has begun anew.
    if (log < this.#copyAt - COPIED_AFTER_PAGES) this.#copyAt = COPIED_AFTER_PAGES
    if (log < this.#copyAt) return
    try {
      await this.#copyInThread()
      this.#copyAt = log + COPIED_AFTER_PAGES
    } catch {
      this.#copyAt = log + TRIED_AGAIN_AFTER_PAGES
      await this.#endThread()
    }
  }

  async close(): Promise<void> {
    await this.#endThread()
  }

  async #copyInThread(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    // It keeps the process alive while it copies, and only then.
    thread.ref()
    thread.postMessage('copy')
    // Rejects with an error of the thread.
    await once(thread, 'message').finally(() => thread.unref())
    this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./log-copier-thread.ts', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    // One that ends while nobody waits for it takes nothing along.
    thread.on('error', () => (this.#thread = undefined))
    return thread
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
