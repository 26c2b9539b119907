import type Database from 'better-sqlite3'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../../thread-limits.ts'

/** PASSIVE: pages that a long read still needs stay in the log. */
export const COPY = 'wal_checkpoint(PASSIVE)'
const LOOK = 'wal_checkpoint(NOOP)'

/** How many frames the log has, of committed transactions. */
export function framesInLog(raw: Database.Database): number {
  const [{ log }] = raw.pragma(LOOK) as [{ log: number }]
  return log
}
/** Checkpoint when the log has this many pages more, of 4 kB each. */
const CHECKPOINT_PAGES = 4000
/** After a failure the retry comes sooner: a full disk may have space again, and the log must not use up all of it. */
const RETRY_PAGES = 250
/** The thread uses about 9 MB. */
const IDLE_MS = 60_000

/**
 * Checkpoints the write-ahead log into the database file, in a thread: it syncs both to disk, which may take long.
 * Writers wait meanwhile, so that the whole log can be copied and restarts; readers are not affected.
 */
export class WalCheckpointer {
  readonly #raw: Database.Database
  readonly #file: string
  readonly #around: (checkpoint: () => Promise<void>) => Promise<void>
  /** log length that triggers the next checkpoint, in pages */
  #copyAt = CHECKPOINT_PAGES
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /**
   * @param raw the writing connection, whose automatic checkpoints are disabled
   * @param around runs each checkpoint: before it, the log can be copied
   */
  constructor(
    raw: Database.Database,
    file: string,
    around: (checkpoint: () => Promise<void>) => Promise<void> = (checkpoint) => checkpoint(),
  ) {
    this.#raw = raw
    this.#file = file
    this.#around = around
    raw.pragma('wal_autocheckpoint = 0')
  }

  /** Call it between two commits. Never throws: pages that could not be copied stay in the log, which is just as safe. */
  async checkpointIfLong(): Promise<void> {
    const log = framesInLog(this.#raw)
    // The log has restarted.
    if (log < this.#copyAt - CHECKPOINT_PAGES) this.#copyAt = CHECKPOINT_PAGES
    if (log < this.#copyAt) return
    try {
      await this.#around(() => this.#copyInThread())
      this.#copyAt = log + CHECKPOINT_PAGES
    } catch {
      this.#copyAt = log + RETRY_PAGES
      await this.#endThread()
    }
  }

  async close(): Promise<void> {
    await this.#endThread()
  }

  async #copyInThread(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    // The thread keeps the process alive only while it copies.
    thread.ref()
    thread.postMessage('copy')
    // Rejects with the thread's error.
    await once(thread, 'message').finally(() => thread.unref())
    this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./wal-checkpointer-thread.ts', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    // A failure while no call waits for the thread must not end the process.
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
