import type Database from 'better-sqlite3'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Activity } from '../activity.ts'
import type { Tx } from '../db.ts'
import { storageFailure } from '../failures.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** One shared transaction takes at most this many works, or those that start within `MAX_BATCH_MS`. */
const MAX_BATCH = 64
const MAX_BATCH_MS = 15
/** Yield to the event loop after this long: readers must not wait for a whole batch. */
const TURN_MS = 1
/** How long to wait while another process holds the write lock. */
const BUSY_MS = 5000

interface Work {
  run(tx: Tx): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface CommitHooks {
  /** Throws to refuse all waiting works. */
  beforeBegin?(): void
  /** Whether the changes so far are enough for one commit. */
  isFull?(): boolean
  /** Runs once for all works of a commit, before it; must yield to the event loop itself. */
  beforeCommit?(): Promise<void>
  /** Makes a commit durable; works resolve after it. */
  sync?(): Promise<void>
  /** Runs between two commits; must not throw. */
  afterCommit?(): Promise<void>
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * The single writer of a SQLite database. Queued works share a transaction, so that one sync to disk serves them all.
 * Each runs in its own savepoint, so that a failing one does not affect the others. Works settle only after the shared
 * commit is on disk; refusals too, because one may depend on another work's change that is durable only then.
 */
export class GroupCommit {
  readonly #raw: Database.Database
  readonly #tx: Tx
  readonly #hooks: CommitHooks
  readonly #waiting: Work[] = []
  readonly #activity = new Activity()
  #running: Promise<void> | undefined
  #closed = false

  /** @param tx runs queries on the connection `raw` */
  constructor(raw: Database.Database, tx: Tx, hooks: CommitHooks = {}) {
    this.#raw = raw
    this.#tx = tx
    this.#hooks = hooks
  }

  write<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new Error('The database is closed'))
      // Works of several callers share a run: the binding restores the context of the own caller. `run` produced the
      // value, so it is a T.
      this.#waiting.push({ run: AsyncLocalStorage.bind(run), resolve: (value) => resolve(value as T), reject })
      this.#running ??= this.#activity.during(() => this.#drain())
    })
  }

  /** Resolves once there has been no write for a moment, or after `longestMs`. */
  whenIdle(longestMs: number): Promise<void> {
    return this.#activity.whenIdle(longestMs)
  }

  /** Resolves once every accepted work is committed or refused. Later works are refused. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #drain(): Promise<void> {
    // The first tick lets other calls of the same event loop iteration join.
    do {
      await nextTurn()
      await this.#commitTogether()
    } while (this.#waiting.length > 0)
    this.#running = undefined
  }

  async #commitTogether(): Promise<void> {
    const taken: Work[] = []
    const settled: (() => void)[] = []
    try {
      this.#hooks.beforeBegin?.()
      await retryWhileBusy(() => this.#raw.exec('begin immediate'), BUSY_MS)
      const started = performance.now()
      let turn = started
      for (let work = this.#waiting.shift(); work; work = this.#next(taken.length, started)) {
        taken.push(work)
        settled.push(await this.#runInSavepoint(work))
        if (performance.now() - turn > TURN_MS) {
          await nextTurn()
          turn = performance.now()
        }
      }
      await this.#hooks.beforeCommit?.()
      this.#raw.exec('commit')
      await this.#hooks.sync?.()
      for (const deliver of settled) deliver()
      await this.#hooks.afterCommit?.()
    } catch (error) {
      if (this.#raw.inTransaction) this.#raw.exec('rollback')
      // If the beginning itself failed, no work was taken: reject the queue instead of retrying for ever.
      for (const work of taken.length > 0 ? taken : this.#waiting.splice(0)) work.reject(storageFailure(error))
    }
  }

  /** The next work of a transaction that has `taken` so far; undefined when it is full. */
  #next(taken: number, startedAt: number): Work | undefined {
    if (taken >= MAX_BATCH || performance.now() - startedAt >= MAX_BATCH_MS) return undefined
    // The check costs a few percent of a work.
    if (taken % 2 === 0 && this.#waiting.length > 0 && this.#hooks.isFull?.()) return undefined
    return this.#waiting.shift()
  }

  async #runInSavepoint(work: Work): Promise<() => void> {
    const raw = this.#raw
    raw.exec('savepoint one')
    try {
      const value = await work.run(this.#tx)
      raw.exec('release one')
      return () => work.resolve(value)
    } catch (error) {
      // A full disk may have rolled back the whole transaction; then no work in it may be acknowledged.
      if (!raw.inTransaction) throw error
      raw.exec('rollback to one; release one')
      return () => work.reject(storageFailure(error))
    }
  }
}
