import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

export type SlowRead = 'search' | 'report'

/** Reads: what is committed. */
export type Reader = Kysely<Tables>
/** The open write transaction. Handed to every function that changes something, so that nothing is written outside one. */
export type Tx = Kysely<Tables> & { readonly [writes]: true }
declare const writes: unique symbol

/** On SQLite, which has one writer: what each commit ends with, in its transaction. */
export type BeforeCommit = (tx: Tx) => Promise<unknown>

/** One database behind both engines. */
export interface Db {
  readonly engine: Engine
  readonly read: Reader
  /**
   * Runs `work` in one transaction and resolves after its commit is on disk.
   * On SQLite waiting works share one commit, each in its own savepoint, so `work` must await nothing but queries
   * (no network, no hashing): the others wait for it. On PostgreSQL a serialisation failure or deadlock runs it again.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Resolves once nobody has written for a moment, or after `longestMs` if that never happens: for work in the background, which leaves the
   * writer to those who wait for it.
   */
  whenIdle(longestMs: number): Promise<void>
  /**
   * A read that may take longer than a few milliseconds: on SQLite a worker thread with its own connection runs it. Turns go
   * round by caller.
   * @param pace `search` for those that a person waits for, within the page's patience; they never wait behind the others
   * @throws AppError `unavailable` when the turn or the answer takes too long; `too-many-calls` when too many of the
   * caller's own wait
   */
  readInWorker<R>(query: CompiledQuery<R>, pace?: SlowRead): Promise<R[]>
  /**
   * Changes with every commit, whoever made it. The database itself is asked, so no feature can forget to report one. On
   * PostgreSQL it also changes with transactions elsewhere in the cluster; null on a standby, which cannot tell. Calls that
   * come at the same time share a question.
   */
  dataVersion(): Promise<string | null>
  /** Applies missing migrations; safe when several processes start at once. */
  migrate(): Promise<void>
  /** Fails when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
