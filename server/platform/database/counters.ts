import type { Engine, Tx } from './db.ts'
import { engineOf } from './dialect.ts'
import { asPrepared } from './prepared-mark.ts'
import { runText } from './run.ts'
import type { Tables } from './tables.ts'

type Counters = Pick<Tables, 'request_counts' | 'person_counts' | 'day_counts'>
type CounterKey<T extends keyof Counters> = Omit<Counters[T], 'slot' | 'count'>

const COUNTER_KEYS: { [T in keyof Counters]: (keyof CounterKey<T> & string)[] } = {
  request_counts: ['status', 'department', 'priority'],
  person_counts: ['kind', 'user_id', 'status'],
  day_counts: ['kind', 'day'],
}

/**
 * The counter slot that a connection adds to, locked until its commit. With four times as many slots as a process has
 * writers, those of several processes seldom wait for each other; summing 32 rows per counter costs 0.2 ms at most.
 */
const POSTGRES_SLOT = 'pg_backend_pid() % 32'

/**
 * Adds to counters, inserting missing ones, in one statement. Changes that cancel out cost nothing.
 * Rows are updated in key order, so that two transactions cannot deadlock.
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
  return engine === 'postgres' ? asPrepared(text) : text
}
