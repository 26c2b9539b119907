import type { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { SlowRead } from '../db.ts'
import { startThread, YOUNG_MB } from '../../thread-limits.ts'
import { SLOW_READ_MS, SLOW_READS, slowReadTurns } from '../slow-turns.ts'

/** A further thread is started only behind reads that take that long: each holds some 20 MB. */
const LONG_MS = 200
/** One that had nothing to do for that long ends, but for the last. */
const IDLE_MS = 60_000
const NICENESS = 10

interface Read {
  sql: string
  parameters: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
  /** when a thread took it */
  startedAt?: number
}

/** What the thread answers; SQLite's errors lose their class on the way, so they come as code and message. */
export type SlowAnswer = { rows: unknown[] } | { code: string; message: string }

interface Thread {
  worker: Worker
  reading: Read | undefined
  idle?: NodeJS.Timeout
}

/** Long reads of a SQLite file, in threads of their own, so that nobody else waits for them. */
export class SlowReader {
  readonly #file: string
  readonly #timeLimitMs: Record<SlowRead, number>
  readonly #turns = slowReadTurns()
  readonly #threads = new Set<Thread>()
  /** whose turn it is, while they wait for a thread */
  readonly #waiting: Read[] = []
  #closed = false
  #again: NodeJS.Timeout | undefined

  constructor(file: string, timeLimitMs: Record<SlowRead, number> = SLOW_READ_MS) {
    this.#file = file
    this.#timeLimitMs = timeLimitMs
  }

  /** As `Db.readInWorker`. */
  read(sql: string, parameters: readonly unknown[], pace: SlowRead = 'report'): Promise<unknown[]> {
    return this.#turns(() => this.#readNow(sql, parameters, pace), pace)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    const error = new Error('The database is closed')
    for (const read of this.#waiting.splice(0)) settle(read, () => read.reject(error))
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #readNow(sql: string, parameters: readonly unknown[], pace: SlowRead): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('The database is closed'))
      const deadline = setTimeout(() => this.#giveUp(read), this.#timeLimitMs[pace])
      const read: Read = { sql, parameters, resolve, reject, deadline }
      this.#waiting.push(read)
      this.#serve()
    })
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#threads].find(({ reading }) => !reading)
      const thread = idle ?? (this.#isAnotherNeeded() ? this.#start() : undefined)
      if (!thread) return
      const read = this.#waiting.shift()!
      read.startedAt = performance.now()
      thread.reading = read
      clearTimeout(thread.idle)
      thread.worker.postMessage({ sql: read.sql, parameters: read.parameters })
    }
  }

  #isAnotherNeeded(): boolean {
    if (this.#threads.size >= SLOW_READS) return false
    const busyMs = [...this.#threads].map(({ reading }) => performance.now() - (reading?.startedAt ?? 0))
    const waitMs = LONG_MS - Math.min(LONG_MS, ...busyMs)
    if (waitMs > 0) this.#again ??= setTimeout(() => this.#lookAgain(), waitMs).unref()
    return waitMs === 0
  }

  #lookAgain(): void {
    this.#again = undefined
    this.#serve()
  }

  #start(): Thread {
    const worker = startThread(new URL('./slow-reader-thread.ts', import.meta.url), NICENESS, {
      workerData: { file: this.#file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const thread: Thread = { worker, reading: undefined }
    this.#threads.add(thread)
    // A thread that waits must not keep the process alive.
    worker.unref()
    worker.on('message', (answer: SlowAnswer) => this.#answered(thread, answer))
    worker.on('error', (error: Error) => this.#ended(thread, error))
    worker.on('exit', () => this.#ended(thread, new Error('The reading thread ended')))
    return thread
  }

  #answered(thread: Thread, answer: SlowAnswer): void {
    const read = thread.reading
    thread.reading = undefined
    if (read) settle(read, () => ('rows' in answer ? read.resolve(answer.rows) : read.reject(asError(answer))))
    thread.idle = setTimeout(() => this.#endIdle(thread), IDLE_MS).unref()
    this.#serve()
  }

  #endIdle(thread: Thread): void {
    if (thread.reading || this.#threads.size === 1) return
    this.#threads.delete(thread)
    void thread.worker.terminate()
  }

  #ended(thread: Thread, error: Error): void {
    this.#threads.delete(thread)
    const read = thread.reading
    thread.reading = undefined
    if (read) settle(read, () => read.reject(error))
    if (!this.#closed) this.#serve()
  }

  /** SQLite cannot be interrupted in mid-statement: the thread is left to end by itself, and another one takes its place. */
  #giveUp(read: Read): void {
    const place = this.#waiting.indexOf(read)
    if (place >= 0) this.#waiting.splice(place, 1)
    read.reject(new AppError('unavailable', 'This took too long. Please narrow it down and try again.'))
    for (const thread of this.#threads) {
      if (thread.reading !== read) continue
      thread.reading = undefined
      this.#threads.delete(thread)
      void thread.worker.terminate()
    }
    this.#serve()
  }
}

function settle(read: Read, tell: () => void) {
  clearTimeout(read.deadline)
  tell()
}

function asError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { code })
}
