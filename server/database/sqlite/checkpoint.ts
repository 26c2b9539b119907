import type Database from 'better-sqlite3'
import { Worker } from 'node:worker_threads'

/** Pages of 4 kB in the write-ahead log after which they are copied into the database file. */
const PAGES = 4000
/** Back-pressure: the writer pauses when the log exceeds this many times `PAGES`. */
const BACK_PRESSURE = 4
/** The longest pause of the writer for the last pages; usually it is a few milliseconds. */
const LONGEST_PAUSE_MS = 1000
/** A thread that says nothing for so long is given up. */
const SILENT_MS = 60_000
/** One that has nothing to do for so long ends, and gives back its 20 MB; another one starts in a few hundredths of a second. */
const IDLE_MS = 5000

/** State of the write-ahead log: its pages, and how many of them are in the database file, too. */
export interface Log {
  pages: number
  copied: number
}

/**
 * Copies the write-ahead log into the database file in a thread of its own: at a commit, as SQLite does it, the event loop
 * would stand still for tens of milliseconds while the disk writes and syncs (decision 24). Most of it is copied while the
 * writer goes on. For the rest the writer pauses a moment, because the log begins anew only when everything in it has been
 * copied; otherwise it would grow for as long as people write. A long read keeps back what it sees; then the log grows until
 * it has ended. Without the thread SQLite copies at commits as ever.
 */
export class Checkpointer {
  readonly #file: string
  readonly #raw: Database.Database
  readonly #pages: number
  readonly #idleMs: number
  readonly #look: Database.Statement<[], { log: number }>
  #worker: Worker | undefined
  #state: 'idle' | 'copying' | 'waiting for the writer' | 'copying the rest' = 'idle'
  #askAt: number
  #present = 0
  #pause: { over: Promise<void>; end: () => void; longest: NodeJS.Timeout } | undefined
  #deadline: NodeJS.Timeout | undefined
  #isClosed = false
  #isAutomatic = false

  /** @param raw the writer's connection */
  constructor(file: string, raw: Database.Database, { pages = PAGES, idleMs = IDLE_MS } = {}) {
    this.#file = file
    this.#raw = raw
    this.#pages = pages
    this.#idleMs = idleMs
    this.#askAt = pages
    raw.pragma('wal_autocheckpoint = 0')
    this.#look = raw.prepare('pragma wal_checkpoint(NOOP)')
  }

  /** Tell it of every commit. */
  committed(): void {
    if (this.#isAutomatic || this.#isClosed) return
    this.#present = this.#look.get()!.log
    if (this.#state !== 'idle' || this.#present < this.#askAt) return
    this.#state = 'copying'
    this.#ask()
  }

  /** Ask before every transaction: what to wait for, if anything. */
  turn(): Promise<void> | undefined {
    if (this.#isAutomatic || this.#isClosed) return undefined
    if (this.#state === 'waiting for the writer') {
      this.#state = 'copying the rest'
      this.#pauseWriter()
      this.#ask()
    } else if (this.#state === 'copying' && this.#present > this.#askAt + BACK_PRESSURE * this.#pages)
      this.#pauseWriter()
    return this.#pause?.over
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#deadline)
    this.#resumeWriter()
    await this.#worker?.terminate()
  }

  #ask(): void {
    this.#worker ??= this.#start()
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.#giveUp(), SILENT_MS).unref()
    this.#worker.postMessage('copy')
  }

  #start(): Worker {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: { file: this.#file },
    })
    started.unref()
    started.on('message', (log: Log) => {
      if (started === this.#worker) this.#answered(log)
    })
    const failed = () => {
      if (started === this.#worker) this.#giveUp()
    }
    started.on('error', failed)
    started.on('exit', failed)
    return started
  }

  #answered(log: Log): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.#endIdle(), this.#idleMs).unref()
    if (this.#state === 'copying' && log.copied < log.pages) this.#state = 'waiting for the writer'
    else {
      // What a long read keeps back is tried again when as much again has come together.
      this.#askAt = log.copied === log.pages ? this.#pages : log.pages + this.#pages
      this.#state = 'idle'
    }
    this.#resumeWriter()
  }

  #endIdle(): void {
    const idle = this.#worker
    this.#worker = undefined
    void idle?.terminate()
  }

  #pauseWriter(): void {
    if (this.#pause) return
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const longest = setTimeout(() => this.#resumeWriter(), LONGEST_PAUSE_MS).unref()
    this.#pause = { over, end, longest }
  }

  #resumeWriter(): void {
    clearTimeout(this.#pause?.longest)
    this.#pause?.end()
    this.#pause = undefined
  }

  #giveUp(): void {
    if (this.#isClosed || this.#isAutomatic) return
    this.#isAutomatic = true
    clearTimeout(this.#deadline)
    this.#resumeWriter()
    void this.#worker?.terminate()
    this.#raw.pragma(`wal_autocheckpoint = ${this.#pages}`)
  }
}
