import {
  type CompiledQuery,
  type Dialect,
  type DialectAdapter,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { QueryResult as PgResult } from 'pg'
import { driverOver, wholeAnswers } from '../kysely-driver.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
  /** The server keeps a statement of this name prepared for as long as the connection lasts, so that it is planned once. */
  name?: string | undefined
}

export type Run = (statement: Statement) => Promise<PgResult>

const runners = new WeakMap<DialectAdapter, Run>()

/** What runs statements for a database: for compiled queries, which need nothing of Kysely. Undefined on other engines. */
export function runnerOf(db: { getExecutor(): { adapter: DialectAdapter } }): Run | undefined {
  return runners.get(db.getExecutor().adapter)
}

/** Kysely over whatever runs a statement: the pool, or the one connection of a transaction, which `postgres.ts` begins and ends. */
export function postgresDialect(run: Run): Dialect {
  const adapter = new PostgresAdapter()
  runners.set(adapter, run)
  const connection = wholeAnswers(async <R>({ sql, parameters }: CompiledQuery) => {
    const { rows, rowCount, command } = await run({ text: sql, values: parameters })
    // Kysely's type parameter is the caller's promise about the row; no driver can check it.
    const answer = { rows: rows as R[] }
    return CHANGING.has(command) ? { ...answer, numAffectedRows: BigInt(rowCount ?? 0) } : answer
  })
  return {
    createAdapter: () => adapter,
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
