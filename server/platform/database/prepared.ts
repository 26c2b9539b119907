import { type Compilable, CompiledQuery, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Engine, Reader } from './db.ts'
import { asPrepared } from './prepared-mark.ts'
import { runText } from './run.ts'
import { engineOf } from './dialect.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Placeholders for the parameters, by name; to the query builder each has its value's type. */
export type Params<P> = { [K in keyof P]-?: RawBuilder<P[K]> }

interface Kept<R> {
  sql: string
  slots: readonly unknown[]
  query: CompiledQuery<R>['query']
}

/**
 * Compiled shapes cached per query. A list has more possible shapes than fit into memory, but an office uses few of
 * them; evicted ones are compiled again.
 */
const MAX_KEPT = 500

export interface Prepared<P, R, S> {
  (db: Reader, parameters: P, ...shape: S extends undefined ? [] : [shape: S]): Promise<R[]>
  /** The filled query without running it, for `db.readInWorker`. */
  fill(db: Reader, parameters: P, ...shape: S extends undefined ? [] : [shape: S]): CompiledQuery<R>
}

/**
 * A hot query, compiled once per engine and shape and then only bound to its parameters by position: building and
 * compiling with Kysely costs more than SQLite needs for the answer.
 *
 *     const byId = prepared<{ id: string }, Row>((db, param) => db.selectFrom('requests').selectAll().where('id', '=', param.id))
 *     const [row] = await byId(tx, { id })
 *
 * PostgreSQL also keeps a prepared statement for a query whose SQL never changes, and after a few calls reuses its
 * plan.
 *
 * @typeParam S whatever else determines the SQL (which filters, which order): a plain value, small and with few
 *   variants, since each is cached. Passed to `build` and, in calls, after the parameters. Never put user text into it.
 */
export function prepared<P extends object, R, S = undefined>(
  build: (db: Reader, param: Params<P>, shape: S) => Compilable<R>,
  { isPrepared: isKept = (shape) => typeof shape !== 'object' }: { isPrepared?(shape: S): boolean } = {},
): Prepared<P, R, S> {
  const cache = new LRUCache<string, Kept<R>>({ max: MAX_KEPT })
  // Any name is a placeholder: the proxy needs no list of parameters.
  const params = new Proxy({} as Params<P>, { get: (_, name) => sql`${new Placeholder(String(name))}` })

  const filled = (db: Reader, parameters: P, shape?: S) => {
    const engine: Engine = engineOf(db)
    const key = shape === undefined ? engine : `${engine} ${JSON.stringify(shape)}`
    let known = cache.get(key)
    if (!known) {
      // When S is undefined, so is the shape that `build` expects.
      const compiled = build(db, params, shape as S).compile()
      const isMarked = engine === 'postgres' && isKept(shape as S)
      const text = isMarked ? asPrepared(compiled.sql) : compiled.sql
      known = { sql: text, slots: compiled.parameters, query: compiled.query }
      cache.set(key, known)
    }
    const values = known.slots.map((slot) => (slot instanceof Placeholder ? parameters[slot.name as keyof P] : slot))
    return { ...known, values }
  }
  const fill = (db: Reader, parameters: P, shape?: S): CompiledQuery<R> => {
    const { sql, values, query } = filled(db, parameters, shape)
    return { ...CompiledQuery.raw(sql, values), query }
  }
  const run = async (db: Reader, parameters: P, shape?: S) => {
    const { sql, values } = filled(db, parameters, shape)
    return runText<R>(db, sql, values)
  }
  return Object.assign(run, { fill }) as Prepared<P, R, S>
}
