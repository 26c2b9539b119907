import { type Expression, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Engine, Reader, Tx } from './db.ts'
import { runText } from './run.ts'
import type { Tables } from './tables.ts'

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
  const [row] = await runText<{ value: number }>(tx, text, [], 'next_number')
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
  await runText(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [name], 'one_at_a_time')
}

/** Locks the selected rows until the transaction ends, so that what was read is still so when it is written. A no-op on SQLite. */
export function forUpdate<Q extends { forUpdate(): Q }>(tx: Tx, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query
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

/** The calendar day of an instant in UTC, `YYYY-MM-DD`. For another zone compare with instants computed by the program. */
export function dayOf(db: Reader, instant: Expression<string | null>): RawBuilder<string> {
  return engineOf(db) === 'postgres' ? sql`(${instant} at time zone 'UTC')::date` : sql`substr(${instant}, 1, 10)`
}

type Counters = Pick<Tables, 'request_counts' | 'person_counts' | 'day_counts'>
type CounterKey<T extends keyof Counters> = Omit<Counters[T], 'count'>

const COUNTER_KEYS: { [T in keyof Counters]: (keyof CounterKey<T> & string)[] } = {
  request_counts: ['status', 'department', 'priority'],
  person_counts: ['kind', 'user_id', 'status'],
  day_counts: ['kind', 'day'],
}

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
  await runText(tx, counterSql(engineOf(tx), table, rows.length), parameters, `add_to_${table}_${rows.length}`)
}

const counterStatements = new Map<string, string>()
function counterSql(engine: Engine, table: keyof Counters, rows: number): string {
  const id = `${engine} ${table} ${rows}`
  let text = counterStatements.get(id)
  if (!text) {
    const keys: string[] = COUNTER_KEYS[table]
    const width = keys.length + 1
    const mark = (position: number) => (engine === 'postgres' ? `$${position}` : '?')
    const values = Array.from({ length: rows }, (_, row) => {
      const marks = Array.from({ length: width }, (_, column) => mark(row * width + column + 1))
      return `(${marks.join(', ')})`
    })
    text = `insert into ${table} (${[...keys, 'count'].join(', ')}) values ${values.join(', ')}
      on conflict (${keys.join(', ')}) do update set count = ${table}.count + excluded.count`
    counterStatements.set(id, text)
  }
  return text
}

/** `%`, `_` and `\` stand for themselves: for `… like ${'%' + escapeLike(text) + '%'} escape '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
