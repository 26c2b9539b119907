import type { CompiledQuery, Kysely } from 'kysely'
import type { Hint } from './hints.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

export type SlowRead = 'search' | 'report'

/** Reads committed data only. */
export type Reader = Kysely<Tables>
/** The open write transaction. Every function that writes takes one, so that nothing is written outside a transaction. */
export type Tx = Kysely<Tables> & { readonly [writes]: true }
declare const writes: unique symbol

/** Runs inside the transaction before each commit, on SQLite only, which has a single writer. */
export type BeforeCommit = (tx: Tx) => Promise<unknown>

/** The common interface of both engines. */
export interface Db {
  readonly engine: Engine
  readonly read: Reader
  /**
   * Runs `work` in one transaction and resolves after its commit is on disk.
   * On SQLite, queued works share one commit, each in its own savepoint, so `work` must await nothing but queries (no
   * network, no hashing): the others wait for it. On PostgreSQL, a serialisation failure or deadlock runs it again.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Resolves once there has been no write for a moment, or after `longestMs`: background work waits here to leave the
   * writer to interactive calls.
   */
  whenIdle(longestMs: number): Promise<void>
  /**
   * A read that may take longer than a few milliseconds: on SQLite a worker thread with its own connection runs it.
   * Callers are served round-robin.
   * @param pace `search` for reads a person waits for, within the page's timeout; they never queue behind reports
   * @throws AppError `unavailable` when the queue or the read takes too long; `too-many-calls` when too many of the
   *   caller's own reads are waiting
   */
  readInWorker<R>(query: CompiledQuery<R>, pace?: SlowRead): Promise<R[]>
  /**
   * Changes with every commit, including those of other processes. Read from the database itself, so that no feature
   * has to report its writes. On PostgreSQL it also changes with transactions elsewhere in the cluster; null on a
   * standby, which cannot tell. Concurrent calls share a query.
   */
  dataVersion(): Promise<string | null>
  /** @param listener called soon after every commit of this process, with what it has for open pages; must not throw */
  onCommit(listener: (hints: readonly Hint[]) => void): void
  /**
   * Applies missing migrations; safe when several processes start at once.
   * @param wanted on SQLite only: just these, for the schema of an older version
   */
  migrate(wanted?: readonly string[]): Promise<void>
  /** @throws when the database cannot answer */
  ping(): Promise<void>
  close(): Promise<void>
}
