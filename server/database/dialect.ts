import { type Expression, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Engine, Reader, Tx } from './db.ts'
import { plannedOnce } from './planned-once.ts'
import { runText } from './run.ts'
import type { Tables } from './tables.ts'

/** A write that took its turn ends within the limits of its statements. */
const LONGEST_WRITE_MS = 15_000

/** Which engine a reader or a write transaction speaks to. */
export function engineOf(db: Pick<Reader, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** The next running number of requests. Never given twice, even when the transaction that took it is undone. */
export async function nextNumber(tx: Tx): Promise<number> {
  const text =
    engineOf(tx) === 'postgres'
      ? `select nextval('request_numbers') as value`
      : `update sequences set value = value + 1 where name = 'requests' returning value`
  const [row] = await runText<{ value: number }>(tx, text, [])
  return row!.value
}

/** Makes sure that no number up to and including `number` is given out: for rows that came in with their own (restore, seeds). */
export async function reserveNumbers(tx: Tx, number: number): Promise<void> {
  const query =
    engineOf(tx) === 'postgres'
      ? // A sequence that gave none yet has the last value 1, too.
        sql`select setval('request_numbers', ${number}::bigint) from request_numbers
          where ${number}::bigint > case when is_called then last_value else 0 end`
      : sql`update sequences set value = max(value, ${number}) where name = 'requests'`
  await query.execute(tx)
}

/**
 * Until the transaction ends, nobody else passes here with the same name (hash chains, "the last administrator").
 * On SQLite there is only one writer, so nothing needs doing.
 */
export async function oneAtATime(tx: Tx, name: string): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  await runText(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

/** Whether nobody else is at it until the transaction ends: for work that one of several processes does. */
export async function isAlone(tx: Tx, name: string): Promise<boolean> {
  if (engineOf(tx) !== 'postgres') return true
  const text = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free'
  return (await runText<{ free: number }>(tx, text, [name]))[0]?.free === 1
}

/** Until the transaction ends nobody else writes to these tables; who has written to them has committed. A no-op on SQLite. */
export async function lockTables(tx: Tx, tables: readonly (keyof Tables)[]): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const names = sql.join(tables.map((table) => sql.table(table)))
  await sql`lock table ${names} in share row exclusive mode`.execute(tx)
}

/**
 * Resolves once every write that is under way has ended: what is read then holds all that was asked for before. At once on
 * SQLite, which has one writer. A write of another program may take long and is not waited for beyond the limit of ours.
 */
export async function waitForWriters(db: Db): Promise<void> {
  if (db.engine === 'sqlite') return
  const ask = async (what: 'xmin' | 'xmax') => {
    const answer = sql<{ id: string }>`select ${sql.raw(`pg_snapshot_${what}`)}(pg_current_snapshot())::text as id`
    return BigInt((await answer.execute(db.read)).rows[0]!.id)
  }
  const newest = await ask('xmax')
  for (const until = performance.now() + LONGEST_WRITE_MS; performance.now() < until; await pause(20)) {
    if ((await ask('xmin')) >= newest) return
  }
}

/** Locks the selected rows until the transaction ends, so that what was read is still so when it is written. A no-op on SQLite. */
export function forUpdate<Q extends { forUpdate(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query
}

/** Waits for whoever changes what makes the row, as `forUpdate` does, but not for those who only look or touch the rest. */
export function forKeyShare<Q extends { forKeyShare(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forKeyShare() : query
}

/** A fraction's value of a sorted group, interpolated: `quantile(db, 0.5, x)` is the median. Null for an empty group. */
export function quantile(db: Reader, fraction: number, value: Expression<number | null>): RawBuilder<number | null> {
  return engineOf(db) === 'postgres'
    ? sql`percentile_cont(${sql.lit(fraction)}) within group (order by ${value})`
    : sql`percentile_cont(${value}, ${sql.lit(fraction)})`
}

export function median(db: Reader, value: Expression<number | null>): RawBuilder<number | null> {
  return quantile(db, 0.5, value)
}

/** Seconds from one instant to another, with milliseconds; null when either is. */
export function secondsBetween(
  db: Reader,
  from: Expression<string | null>,
  to: Expression<string | null>,
): RawBuilder<number | null> {
  return engineOf(db) === 'postgres'
    ? sql`extract(epoch from (${to} - ${from}))::double precision`
    : sql`round(unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec'), 3)`
}

/** An instant within a text that the database makes: ISO as SQLite stores it, milliseconds from 1970 on PostgreSQL. */
export function packedInstant(db: Reader, instant: Expression<unknown>): RawBuilder<string> {
  return engineOf(db) === 'postgres' ? sql`(extract(epoch from ${instant}) * 1000)::bigint` : sql`${instant}`
}

/** The calendar day of an instant in UTC, `YYYY-MM-DD`. For another zone compare with instants computed by the program. */
export function dayOf(db: Reader, instant: Expression<string | null>): RawBuilder<string> {
  return engineOf(db) === 'postgres' ? sql`(${instant} at time zone 'UTC')::date` : sql`substr(${instant}, 1, 10)`
}

type Counters = Pick<Tables, 'request_counts' | 'person_counts' | 'day_counts'>
type CounterKey<T extends keyof Counters> = Omit<Counters[T], 'slot' | 'count'>

const COUNTER_KEYS: { [T in keyof Counters]: (keyof CounterKey<T> & string)[] } = {
  request_counts: ['status', 'department', 'priority'],
  person_counts: ['kind', 'user_id', 'status'],
  day_counts: ['kind', 'day'],
}

/**
 * The slot of a counter that a connection adds to: of as many writers as a process has, few meet in one, and the reader sums
 * no more than that.
 */
const POSTGRES_SLOT = 'pg_backend_pid() % 8'

/**
 * Adds to counters, making those that aren't there yet, in one statement. Changes that cancel each other out cost nothing.
 * Rows are touched in the order of their keys, so that two transactions cannot wait for each other.
 */
export async function addToCounters<T extends keyof Counters>(
  tx: Tx,
  table: T,
  changes: readonly (CounterKey<T> & { by: number })[],
): Promise<void> {
  const keys = COUNTER_KEYS[table]
  const sums = new Map<string, { key: string[]; by: number }>()
  for (const change of changes) {
    const key = keys.map((name) => String(change[name]))
    const id = key.join('\u0000')
    const sum = sums.get(id)
    if (sum) sum.by += change.by
    else sums.set(id, { key, by: change.by })
  }
  const rows = [...sums].filter(([, { by }]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  const parameters = rows.flatMap(([, { key, by }]) => [...key, by])
  await runText(tx, counterSql(engineOf(tx), table, rows.length), parameters)
}

function counterSql(engine: Engine, table: keyof Counters, rows: number): string {
  const keys: string[] = COUNTER_KEYS[table]
  const width = keys.length + 1
  const slot = engine === 'postgres' ? POSTGRES_SLOT : '0'
  const mark = (position: number) => (engine === 'postgres' ? `$${position}` : '?')
  const values = Array.from({ length: rows }, (_, row) => {
    const marks = Array.from({ length: width }, (_, column) => mark(row * width + column + 1))
    return `(${slot}, ${marks.join(', ')})`
  })
  const text = `insert into ${table} (${['slot', ...keys, 'count'].join(', ')}) values ${values.join(', ')}
    on conflict (${[...keys, 'slot'].join(', ')}) do update set count = ${table}.count + excluded.count`
  return engine === 'postgres' ? plannedOnce(text) : text
}

/** `%`, `_` and `\` stand for themselves: for `… like ${'%' + escapeLike(text) + '%'} escape '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

interface DatabaseFacts {
  version: string
  sizeBytes: number
  connections: { open: number; most: number } | null
}

/** What the database says of itself. */
export async function databaseFacts(db: Reader): Promise<DatabaseFacts> {
  if (engineOf(db) === 'sqlite') {
    const text = `select sqlite_version() as version, page_count * page_size as size
      from pragma_page_count(), pragma_page_size()`
    const [found] = await runText<{ version: string; size: number }>(db, text, [])
    return { version: found!.version, sizeBytes: found!.size, connections: null }
  }
  const text = `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
    (select count(*) from pg_stat_activity where datname = current_database()) as open,
    current_setting('max_connections')::integer as most`
  const [found] = await runText<{ version: string; size: number; open: number; most: number }>(db, text, [])
  const { version, size, open, most } = found!
  return { version, sizeBytes: Number(size), connections: { open: Number(open), most } }
}
