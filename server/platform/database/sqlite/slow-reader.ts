import type { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { SlowRead } from '../db.ts'
import { startThread, YOUNG_MB } from '../../thread-limits.ts'
import { SLOW_READ_MS, SLOW_READS, slowReadQueue, type SlowReadLimits } from '../slow-read-queue.ts'
import { text } from '../../../../shared/texts/say.ts'

/** Another thread is started only when all have been busy for this long: each uses about 20 MB. */
const LONG_MS = 200
/** An idle thread ends after this time, except the last one. */
const IDLE_MS = 60_000
const NICENESS = 10
/** Threads, with those whose read was given up and that only end with its statement: slow searches that are tried again must not pile up. */
const MAX_THREADS = 2 * SLOW_READS

interface Read {
  sql: string
  parameters: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
  /** set when a thread takes it */
  startedAt?: number
}

/** The thread's reply; SQLite's errors lose their class in the transfer, so they are sent as code and message. */
export type SlowAnswer = { rows: unknown[] } | { code: string; message: string }

interface Thread {
  worker: Worker
  reading: Read | undefined
  idle?: NodeJS.Timeout
}

/** Runs long reads of a SQLite file in worker threads, so that other calls do not wait for them. */
export class SlowReader {
  readonly #file: string
  readonly #limitsMs: SlowReadLimits
  readonly #turns: ReturnType<typeof slowReadQueue>
  readonly #threads = new Set<Thread>()
  /** threads in the middle of a statement that nobody waits for */
  #abandoned = 0
  /** admitted reads waiting for a thread, in order */
  readonly #waiting: Read[] = []
  #closed = false
  #again: NodeJS.Timeout | undefined

  constructor(file: string, limitsMs: SlowReadLimits = SLOW_READ_MS) {
    this.#file = file
    this.#limitsMs = limitsMs
    this.#turns = slowReadQueue(limitsMs.queue)
  }

  /** with those whose read was given up and that have not ended yet */
  get threadCount(): number {
    return this.#threads.size + this.#abandoned
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
      const deadline = setTimeout(() => this.#giveUp(read), this.#limitsMs[pace])
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
    if (this.#threads.size >= SLOW_READS || this.threadCount >= MAX_THREADS) return false
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
    // An idle thread must not keep the process alive.
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

  /** SQLite cannot be interrupted in mid-statement: the thread only ends after it, and another one takes its place. */
  #giveUp(read: Read): void {
    const place = this.#waiting.indexOf(read)
    if (place >= 0) this.#waiting.splice(place, 1)
    read.reject(new AppError('unavailable', text('This took too long. Please narrow it down and try again.')))
    for (const thread of this.#threads) {
      if (thread.reading !== read) continue
      void this.#abandon(thread)
    }
    this.#serve()
  }

  async #abandon(thread: Thread): Promise<void> {
    thread.reading = undefined
    this.#threads.delete(thread)
    this.#abandoned++
    await thread.worker.terminate()
    this.#abandoned--
    if (!this.#closed) this.#serve()
  }
}

function settle(read: Read, deliver: () => void) {
  clearTimeout(read.deadline)
  deliver()
}

function asError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { code })
}
