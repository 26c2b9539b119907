import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { FairSemaphore } from '../../fairness/fair-semaphore.ts'
import { Activity } from '../activity.ts'
import type { Db, Tx } from '../db.ts'
import { busy, isRetryable } from '../failures.ts'
import { type Hint, takeHints } from '../hints.ts'
import { migratePostgres } from '../migrate.ts'
import { PREPARED_MARK } from '../prepared-mark.ts'
import { coalesceCalls } from '../coalesce-calls.ts'
import { SLOW_READ_MS, SLOW_READS, slowReadQueue } from '../slow-read-queue.ts'
import type { Tables } from '../tables.ts'
import { openPool } from './connections.ts'

const STATEMENT_MS = 8000
const READERS = 8
/** Writers, readers and reports use separate pools, so that none of them can exhaust the connections of another. */
const WRITERS = { maxConcurrent: 8, maxQueuedPerCaller: 1000, queueTimeoutMs: STATEMENT_MS, refusal: busy }
/**
 * Concurrent writes of one person, enough for a burst of a page. Each further one takes CPU time from other people's
 * reads, and writes that wait for each other, such as comments on one request, would occupy all connections.
 */
const MAX_WRITES_PER_PERSON = 2
const TRIES = 10

/**
 * Which transactions have ended: an unchanged value means that none has since. A standby does not list those in
 * progress. After a failover some may be lost, so the server's start time is part of it.
 */
const DATA_VERSION = sql<{ version: string | null }>`${PREPARED_MARK}select case when pg_is_in_recovery() then null
  else pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())::text end as version`

/**
 * @param withoutTimeouts no limits, for seeds
 * @param rateLimits false: one person's writes may use all connections
 */
export function openPostgres(url: string, { withoutTimeouts = false, rateLimits = true } = {}): Db {
  const over = (maxConnections: number, statementMs: number) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: openPool(url, maxConnections, withoutTimeouts ? 0 : statementMs) }),
    })
  const read = over(READERS, STATEMENT_MS)
  const writer = over(WRITERS.maxConcurrent, STATEMENT_MS)
  const reports = over(SLOW_READS, SLOW_READ_MS.report)
  const turns = new FairSemaphore({
    ...WRITERS,
    maxConcurrentPerCaller: rateLimits && !withoutTimeouts ? MAX_WRITES_PER_PERSON : WRITERS.maxConcurrent,
  })
  const slowReads = slowReadQueue()
  const activity = new Activity()
  const committed = new Set<(hints: readonly Hint[]) => void>()
  // The only place that applies this brand is Kysely's transaction.
  const transaction = <T>(on: Kysely<Tables>, work: (tx: Tx) => Promise<T>) =>
    on.transaction().execute((tx) => work(tx as Kysely<Tables> as Tx))

  return {
    engine: 'postgres',
    read,
    write: async (work) => {
      const run = async (tx: Tx) => ({ result: await work(tx), hints: takeHints(tx) })
      const { result, hints } = await activity.during(() =>
        turns.run(() => retryLostRaces(() => transaction(writer, run))),
      )
      for (const listener of committed) listener(hints)
      return result
    },
    whenIdle: (longestMs) => activity.whenIdle(longestMs),
    readInWorker: <R>(query: CompiledQuery<R>, pace: 'search' | 'report' = 'report') =>
      slowReads(async () => (await (pace === 'search' ? read : reports).executeQuery(query)).rows, pace),
    dataVersion: coalesceCalls(async () => (await DATA_VERSION.execute(read)).rows[0]?.version ?? null),
    onCommit: (listener) => void committed.add(listener),
    migrate: async () => {
      // Indexing a large table may take long, and so may waiting for another process that migrates.
      await using unhurried = over(1, 0)
      await migratePostgres((work) => transaction(unhurried, work))
    },
    ping: async () => {
      await sql`select 1 from settings limit 1`.execute(read)
    },
    close: async () => {
      await Promise.all([read, writer, reports].map((pool) => pool.destroy()))
    },
  }
}

/** Retries a transaction that failed on a conflict, after a random delay. */
async function retryLostRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || attempt === TRIES) throw error
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt))
    }
  }
}
