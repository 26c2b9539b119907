import { type Expression, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Engine, Reader, Tx } from './db.ts'
import { runText } from './run.ts'
import type { Tables } from './tables.ts'

/** A write that has started ends within this time: its statements have timeouts. */
const MAX_WRITE_MS = 15_000

/** The engine behind a reader or a write transaction. */
export function engineOf(db: Pick<Reader, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** The next request number. Never issued twice, even when the transaction that took it is rolled back. */
export async function nextNumber(tx: Tx): Promise<number> {
  const text =
    engineOf(tx) === 'postgres'
      ? `select nextval('request_numbers') as value`
      : `update sequences set value = value + 1 where name = 'requests' returning value`
  const [row] = await runText<{ value: number }>(tx, text, [])
  return row!.value
}

/** The highest request number that was issued; 0 before the first. */
export async function highestNumber(db: Reader | Tx): Promise<number> {
  const text =
    engineOf(db) === 'postgres'
      ? 'select case when is_called then last_value else 0 end as value from request_numbers'
      : `select value from sequences where name = 'requests'`
  const [row] = await runText<{ value: number }>(db, text, [])
  return row?.value ?? 0
}

/**
 * Prevents numbers up to and including `number` from being issued: for rows inserted with their own numbers (restore,
 * seeds).
 */
export async function reserveNumbers(tx: Tx, number: number): Promise<void> {
  const query =
    engineOf(tx) === 'postgres'
      ? // An unused sequence has the `last_value` 1, too.
        sql`select setval('request_numbers', ${number}::bigint) from request_numbers
          where ${number}::bigint > case when is_called then last_value else 0 end`
      : sql`update sequences set value = max(value, ${number}) where name = 'requests'`
  await query.execute(tx)
}

/**
 * Mutex on `name` until the transaction ends (hash chains, "the last administrator"). A no-op on SQLite, which has a
 * single writer.
 */
export async function lockByName(tx: Tx, name: string): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  await runText(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

/**
 * Tries to take the mutex on `name` until the transaction ends; false when another process holds it. For work that only
 * one of several processes should do.
 */
export async function tryLockByName(tx: Tx, name: string): Promise<boolean> {
  if (engineOf(tx) !== 'postgres') return true
  const text = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free'
  return (await runText<{ free: number }>(tx, text, [name]))[0]?.free === 1
}

/**
 * Blocks other writers of these tables until the transaction ends; earlier ones have committed by then. A no-op on
 * SQLite.
 */
export async function lockTables(tx: Tx, tables: readonly (keyof Tables)[]): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const names = sql.join(tables.map((table) => sql.table(table)))
  await sql`lock table ${names} in share row exclusive mode`.execute(tx)
}

/**
 * Resolves once every write now in progress has ended: a read afterwards includes all of them. Immediate on SQLite,
 * which has a single writer. Transactions of other programs are not waited for beyond the time limit of ours.
 */
export async function waitForWriters(db: Db): Promise<void> {
  if (db.engine === 'sqlite') return
  const ask = async (what: 'xmin' | 'xmax') => {
    const answer = sql<{ id: string }>`select ${sql.raw(`pg_snapshot_${what}`)}(pg_current_snapshot())::text as id`
    return BigInt((await answer.execute(db.read)).rows[0]!.id)
  }
  const newest = await ask('xmax')
  for (const until = performance.now() + MAX_WRITE_MS; performance.now() < until; await pause(20)) {
    if ((await ask('xmin')) >= newest) return
  }
}

/**
 * Locks the selected rows until the transaction ends, so that values read are still current when written. A no-op on
 * SQLite.
 */
export function forUpdate<Q extends { forUpdate(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query
}

/** A lock that conflicts with `forUpdate`, but not with other key-share locks or changes of non-key columns. */
export function forKeyShare<Q extends { forKeyShare(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forKeyShare() : query
}

/** Interpolated median of an aggregate; null for an empty group. */
export function median(db: Reader, value: Expression<number | null>): RawBuilder<number | null> {
  return engineOf(db) === 'postgres'
    ? sql`percentile_cont(0.5) within group (order by ${value})`
    : sql`percentile_cont(${value}, 0.5)`
}

/** Seconds between two instants, with milliseconds; null when either is null. */
export function secondsBetween(
  db: Reader,
  from: Expression<string | null>,
  to: Expression<string | null>,
): RawBuilder<number | null> {
  return engineOf(db) === 'postgres'
    ? sql`extract(epoch from (${to} - ${from}))::double precision`
    : sql`round(unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec'), 3)`
}

/** An instant as part of a text that the database builds: ISO on SQLite, milliseconds since 1970 on PostgreSQL. */
export function packedInstant(db: Reader, instant: Expression<unknown>): RawBuilder<string> {
  return engineOf(db) === 'postgres' ? sql`(extract(epoch from ${instant}) * 1000)::bigint` : sql`${instant}`
}

/**
 * The calendar day of an instant in UTC, `YYYY-MM-DD`. For another time zone, compare with instants computed in the
 * program.
 */
export function dayOf(db: Reader, instant: Expression<string | null>): RawBuilder<string> {
  return engineOf(db) === 'postgres' ? sql`(${instant} at time zone 'UTC')::date` : sql`substr(${instant}, 1, 10)`
}

/** Escapes `%`, `_` and `\`: for `… like ${'%' + escapeLike(text) + '%'} escape '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A list of texts, for `in`: given as JSON, so that any number of them is one statement. */
export function textsIn(db: Pick<Reader, 'getExecutor'>, json: RawBuilder<unknown>): RawBuilder<unknown> {
  return engineOf(db) === 'postgres'
    ? sql`(select jsonb_array_elements_text(${json}::text::jsonb) collate "C")`
    : sql`(select value from json_each(${json}))`
}
