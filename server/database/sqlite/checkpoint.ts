import type Database from 'better-sqlite3'
import { Worker } from 'node:worker_threads'

/** Pages of 4 kB in the write-ahead log after which they are copied into the database file. */
const PAGES = 4000
/** When the disk takes back less than is written, the writer stands still from so many times as many pages on. */
const TOO_MANY = 4
/** So long the writer stands still for the last pages; usually it is a few milliseconds. */
const LONGEST_STOP_MS = 1000
/** A thread that says nothing for so long is given up. */
const SILENT_MS = 60_000
/** One that has nothing to do for so long ends, and gives back its 20 MB; another one starts in a few hundredths of a second. */
const IDLE_MS = 5000

/** State of the write-ahead log: its pages, and how many of them are in the database file, too. */
export interface Log {
  pages: number
  copied: number
}

export interface Checkpointer {
  /** Tell it of every commit. */
  committed(): void
  /** Ask before every transaction: what to wait for, if anything. */
  turn(): Promise<void> | undefined
  close(): Promise<void>
}

/**
 * Copies the write-ahead log into the database file in a thread of its own: at a commit, as SQLite does it, the event loop
 * would stand still for tens of milliseconds while the disk writes and syncs. Most of it is copied while the writer goes on.
 * For the rest the writer stands still a moment, because the log begins anew only when everything in it has been copied;
 * otherwise it would grow for as long as people write. A long read keeps back what it sees; then the log grows until it has
 * ended. Without the thread SQLite copies at commits as ever.
 * @param raw the writer's connection
 */
export function checkpointer(
  file: string,
  raw: Database.Database,
  { pages = PAGES, idleMs = IDLE_MS }: { pages?: number; idleMs?: number } = {},
): Checkpointer {
  let worker: Worker | undefined
  let doing: 'nothing' | 'copying' | 'waiting for the writer' | 'copying the rest' = 'nothing'
  let askAt = pages
  let present = 0
  let stop: { over: Promise<void>; end: () => void; longest: NodeJS.Timeout } | undefined
  let deadline: NodeJS.Timeout | undefined
  let closed = false
  let alone = false
  raw.pragma('wal_autocheckpoint = 0')
  const look = raw.prepare<[], { log: number }>('pragma wal_checkpoint(NOOP)')

  function ask() {
    worker ??= start()
    clearTimeout(deadline)
    deadline = setTimeout(giveUp, SILENT_MS).unref()
    worker.postMessage('copy')
  }

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: { file } })
    started.unref()
    started.on('message', (log: Log) => {
      if (started === worker) answered(log)
    })
    const failed = () => {
      if (started === worker) giveUp()
    }
    started.on('error', failed)
    started.on('exit', failed)
    return started
  }

  function answered(log: Log) {
    clearTimeout(deadline)
    deadline = setTimeout(rest, idleMs).unref()
    if (doing === 'copying' && log.copied < log.pages) {
      doing = 'waiting for the writer'
      goOn()
      return
    }
    // What a long read keeps back is tried again when as much again has come together.
    askAt = log.copied === log.pages ? pages : log.pages + pages
    doing = 'nothing'
    goOn()
  }

  function rest() {
    const idle = worker
    worker = undefined
    void idle?.terminate()
  }

  function standStill() {
    if (stop) return
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    stop = { over, end, longest: setTimeout(goOn, LONGEST_STOP_MS).unref() }
  }

  function goOn() {
    clearTimeout(stop?.longest)
    stop?.end()
    stop = undefined
  }

  function giveUp() {
    if (closed || alone) return
    alone = true
    clearTimeout(deadline)
    goOn()
    void worker?.terminate()
    raw.pragma(`wal_autocheckpoint = ${pages}`)
  }

  return {
    committed() {
      if (alone || closed) return
      present = look.get()!.log
      if (doing !== 'nothing' || present < askAt) return
      doing = 'copying'
      ask()
    },
    turn() {
      if (alone || closed) return undefined
      if (doing === 'waiting for the writer') {
        doing = 'copying the rest'
        standStill()
        ask()
      } else if (doing === 'copying' && present > askAt + TOO_MANY * pages) standStill()
      return stop?.over
    },
    async close() {
      closed = true
      clearTimeout(deadline)
      goOn()
      await worker?.terminate()
    },
  }
}
