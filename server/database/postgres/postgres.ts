import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { FairTurns } from '../../fairness/fair-turns.ts'
import { Activity } from '../activity.ts'
import type { Db, Tx } from '../db.ts'
import { busy, isLostRace } from '../failures.ts'
import { migratePostgres } from '../migrate.ts'
import { PLANNED_ONCE } from '../planned-once.ts'
import { sharedAnswer } from '../shared-answer.ts'
import { SLOW_READ_MS, SLOW_READS, slowReadTurns } from '../slow-turns.ts'
import type { Tables } from '../tables.ts'
import { openPool } from './connections.ts'

const STATEMENT_MS = 8000
const READERS = 8
/** Writers, readers and reports have connections of their own: however many of one kind come, the others find one. */
const WRITERS = { most: 8, mostWaiting: 1000, withinMs: STATEMENT_MS, refusal: busy }
/**
 * Writes of one person under way at once, a burst of a page's own: every further one takes its part of the processors from
 * what others read, and those that wait for each other, such as comments on one request, would fill all connections.
 */
const WRITES_OF_ONE = 2
const TRIES = 10

/**
 * Which transactions are over: the same again means that none has ended since. A standby does not list those under way.
 * A server that took the place of another may have lost some, so its start belongs to it.
 */
const DATA_VERSION = sql<{ version: string | null }>`${PLANNED_ONCE}select case when pg_is_in_recovery() then null
  else pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())::text end as version`

/**
 * @param isUnhurried no limits, for seeds
 * @param rateLimits false: one person's writes may take all connections
 */
export function openPostgres(url: string, { isUnhurried = false, rateLimits = true } = {}): Db {
  const over = (most: number, statementMs: number) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, most, isUnhurried ? 0 : statementMs) }) })
  const read = over(READERS, STATEMENT_MS)
  const writer = over(WRITERS.most, STATEMENT_MS)
  const reports = over(SLOW_READS, SLOW_READ_MS.report)
  const turns = new FairTurns({ ...WRITERS, mostOfCaller: rateLimits && !isUnhurried ? WRITES_OF_ONE : WRITERS.most })
  const slowReads = slowReadTurns()
  const activity = new Activity()
  // Kysely's transaction is the only thing that gets this brand.
  const transaction = <T>(on: Kysely<Tables>, work: (tx: Tx) => Promise<T>) =>
    on.transaction().execute((tx) => work(tx as Kysely<Tables> as Tx))

  return {
    engine: 'postgres',
    read,
    write: (work) => activity.during(() => turns.run(() => retryLostRaces(() => transaction(writer, work)))),
    whenIdle: (longestMs) => activity.whenIdle(longestMs),
    readInWorker: <R>(query: CompiledQuery<R>, pace: 'search' | 'report' = 'report') =>
      slowReads(async () => (await (pace === 'search' ? read : reports).executeQuery(query)).rows, pace),
    dataVersion: sharedAnswer(async () => (await DATA_VERSION.execute(read)).rows[0]?.version ?? null),
    migrate: async () => {
      // A large table may take long to index, and another starter may be at it.
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

/** Runs a transaction again that lost against another one, after a random moment. */
async function retryLostRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isLostRace(error) || attempt === TRIES) throw error
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt))
    }
  }
}
