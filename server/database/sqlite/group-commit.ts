import type Database from 'better-sqlite3'
import { setTimeout as pause } from 'node:timers/promises'
import { watchActivity } from '../activity.ts'
import type { Tx } from '../db.ts'
import { codeOf, storageFailure } from '../failures.ts'

/** One shared transaction takes at most this many works, or as many as begin within this time. */
const MOST_WORKS = 64
const MOST_MS = 15
/** Yield to the event loop after this long: readers must not wait for a whole batch. */
const TURN_MS = 1
/** How long to try when somebody else (a backup, a starting process) holds the write lock. */
const BUSY_MS = 5000

interface Work {
  run(tx: Tx): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface Writer {
  write<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Resolves once nobody has written for a moment, or after `longestMs`. */
  calm(longestMs: number): Promise<void>
  /** Resolves once every accepted work is committed or refused. Later ones are refused. */
  close(): Promise<void>
}

interface Around {
  /** What the next transaction waits for, if anything. */
  turn?(): Promise<void> | undefined
  /** Whether what the works have changed so far is enough for one commit. */
  isFull?(): boolean
  /** What is done once for all works of a commit; it must yield to the event loop by itself. */
  beforeCommit?(): Promise<void>
  committed?(): void
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * The one writer of a SQLite database. Waiting works share a transaction, so that one sync to disk serves them all; each
 * runs in a savepoint of its own, so that one which fails takes nothing of its neighbours along. Success and refusal are
 * told only after the shared commit: a refusal may rest on a neighbour's change that only then is certain.
 * @param tx queries on the connection `raw`
 */
export function groupCommit(raw: Database.Database, tx: Tx, around: Around = {}): Writer {
  const waiting: Work[] = []
  let running: Promise<void> | undefined
  let closed = false
  const activity = watchActivity()

  const drain = async () => {
    const done = activity.begin()
    // The first turn lets the other calls of this round of the event loop join.
    do {
      await nextTurn()
      await commitTogether()
    } while (waiting.length > 0)
    done()
    running = undefined
  }

  async function commitTogether() {
    const taken: Work[] = []
    const settled: (() => void)[] = []
    try {
      await around.turn?.()
      await begin()
      const started = performance.now()
      let turn = started
      for (let work = waiting.shift(); work; work = next()) {
        taken.push(work)
        settled.push(await runInSavepoint(work))
        if (performance.now() - turn > TURN_MS) {
          await nextTurn()
          turn = performance.now()
        }
      }
      await around.beforeCommit?.()
      raw.exec('commit')
      for (const tell of settled) tell()
      around.committed?.()

      function next() {
        if (taken.length >= MOST_WORKS || performance.now() - started >= MOST_MS) return undefined
        // To ask costs a few percent of a work.
        if (taken.length % 2 === 0 && waiting.length > 0 && around.isFull?.()) return undefined
        return waiting.shift()
      }
    } catch (error) {
      if (raw.inTransaction) raw.exec('rollback')
      // When not even `begin` succeeded nobody was taken: refuse those who wait rather than try for ever.
      for (const work of taken.length > 0 ? taken : waiting.splice(0)) work.reject(storageFailure(error))
    }
  }

  async function runInSavepoint(work: Work): Promise<() => void> {
    raw.exec('savepoint one')
    try {
      const value = await work.run(tx)
      raw.exec('release one')
      return () => work.resolve(value)
    } catch (error) {
      // A full disk may have ended the whole transaction; then nothing in it can be told as done.
      if (!raw.inTransaction) throw error
      raw.exec('rollback to one; release one')
      return () => work.reject(storageFailure(error))
    }
  }

  async function begin() {
    const giveUpAt = performance.now() + BUSY_MS
    for (;;) {
      try {
        raw.exec('begin immediate')
        return
      } catch (error) {
        // No busy timeout on this connection: SQLite would sleep on the main thread.
        if (!isBusy(error) || performance.now() > giveUpAt) throw error
        await pause(2 + Math.random() * 8)
      }
    }
  }

  return {
    write<T>(run: (tx: Tx) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        if (closed) return reject(new Error('The database is closed'))
        // `run` made the value that comes back, so it is a T.
        waiting.push({ run, resolve: (value) => resolve(value as T), reject })
        running ??= drain()
      })
    },
    calm: activity.calm,
    async close() {
      closed = true
      await running
    },
  }
}

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}
