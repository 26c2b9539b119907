import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { SlowRead } from '../db.ts'
import { YOUNG_MB } from '../../thread-limits.ts'
import { SLOW_READ_MS, SLOW_READS, slowReadTurns } from '../slow-turns.ts'

/** A further thread is started only behind reads that take that long: each holds some 20 MB. */
const LONG_MS = 200
/** One that had nothing to do for that long ends, but for the last. */
const IDLE_MS = 60_000

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

export interface SlowReader {
  /** As `Db.readSlowly`. */
  read(sql: string, parameters: readonly unknown[], pace?: SlowRead): Promise<unknown[]>
  close(): Promise<void>
}

/** Long reads of a SQLite file, in threads of their own, so that nobody else waits for them. */
export function slowReader(file: string, timeLimitMs: Record<SlowRead, number> = SLOW_READ_MS): SlowReader {
  const turns = slowReadTurns()
  const threads = new Set<Thread>()
  /** whose turn it is, while they wait for a thread */
  const waiting: Read[] = []
  let closed = false
  let again: NodeJS.Timeout | undefined

  function serve() {
    while (waiting.length > 0) {
      const thread = [...threads].find(({ reading }) => !reading) ?? (isAnotherNeeded() ? start() : undefined)
      if (!thread) return
      const read = waiting.shift()!
      read.startedAt = performance.now()
      thread.reading = read
      clearTimeout(thread.idle)
      thread.worker.postMessage({ sql: read.sql, parameters: read.parameters })
    }
  }

  function lookAgain() {
    again = undefined
    serve()
  }

  function isAnotherNeeded(): boolean {
    if (threads.size >= SLOW_READS) return false
    const busyMs = [...threads].map(({ reading }) => performance.now() - (reading?.startedAt ?? 0))
    const waitMs = LONG_MS - Math.min(LONG_MS, ...busyMs)
    if (waitMs > 0) again ??= setTimeout(lookAgain, waitMs).unref()
    return waitMs === 0
  }

  function start(): Thread {
    const worker = new Worker(new URL('./slow-reader-thread.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const thread: Thread = { worker, reading: undefined }
    threads.add(thread)
    // A thread that waits must not keep the process alive.
    worker.unref()
    worker.on('message', (answer: SlowAnswer) => {
      const read = thread.reading
      thread.reading = undefined
      if (read) settle(read, () => ('rows' in answer ? read.resolve(answer.rows) : read.reject(asError(answer))))
      thread.idle = setTimeout(() => rest(thread), IDLE_MS).unref()
      serve()
    })
    worker.on('error', (error: Error) => leave(thread, error))
    worker.on('exit', () => leave(thread, new Error('The reading thread ended')))
    return thread
  }

  function rest(thread: Thread) {
    if (thread.reading || threads.size === 1) return
    threads.delete(thread)
    void thread.worker.terminate()
  }

  function leave(thread: Thread, error: Error) {
    threads.delete(thread)
    const read = thread.reading
    thread.reading = undefined
    if (read) settle(read, () => read.reject(error))
    if (!closed) serve()
  }

  /** SQLite cannot be interrupted in mid-statement: the thread is left to end by itself, and another one takes its place. */
  function giveUp(read: Read) {
    const place = waiting.indexOf(read)
    if (place >= 0) waiting.splice(place, 1)
    read.reject(new AppError('unavailable', 'This took too long. Please narrow it down and try again.'))
    for (const thread of threads) {
      if (thread.reading !== read) continue
      thread.reading = undefined
      threads.delete(thread)
      void thread.worker.terminate()
    }
    serve()
  }

  function readNow(sql: string, parameters: readonly unknown[], pace: SlowRead): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The database is closed'))
      const deadline = setTimeout(() => giveUp(read), timeLimitMs[pace])
      const read: Read = { sql, parameters, resolve, reject, deadline }
      waiting.push(read)
      serve()
    })
  }

  return {
    read: (sql, parameters, pace = 'report') => turns(() => readNow(sql, parameters, pace), pace),
    async close() {
      closed = true
      clearTimeout(again)
      const error = new Error('The database is closed')
      for (const read of waiting.splice(0)) settle(read, () => read.reject(error))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function settle(read: Read, tell: () => void) {
  clearTimeout(read.deadline)
  tell()
}

function asError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { code })
}
