import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Db, Tx } from './db.ts'
import { connectionFailure } from './failures.ts'
import { migratePostgres } from './migrate.ts'
import { parserOf } from './postgres-types.ts'
import type { Tables } from './tables.ts'

const CONNECTIONS = 10
const SLOW_READ_MS = 30_000
const TRIES = 10

/**
 * Connections as we use them.
 * @param schema the schema that holds our tables instead of the role's own; tests give each database its own
 */
export function poolOf(url: string, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'rfd',
    max: CONNECTIONS,
    // Also how long a call waits for a free connection when all are busy.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise; its types don't say so
    onConnect: async (client) => {
      await client.query(
        `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
          set_config('statement_timeout', '30s', false), set_config('lock_timeout', '10s', false),
          set_config('idle_in_transaction_session_timeout', '60s', false)`,
      )
      if (schema) await client.query(`select set_config('search_path', $1, false)`, [`${schema}, public`])
    },
  })
  // A connection that breaks, idle or in use, is told to whoever queries it next, and replaced. Without listeners it would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openPostgres(url: string, schema?: string): Db {
  const pool = poolOf(url, schema)
  const read = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        connect: async () => {
          try {
            return speaking(await pool.connect())
          } catch (error) {
            throw connectionFailure(error)
          }
        },
      },
    }),
  })
  return postgresDb(read)
}

/** A `Db` over any Kysely that speaks to PostgreSQL. */
export function postgresDb(read: Kysely<Tables>): Db {
  return {
    engine: 'postgres',
    read,
    write: (work) => again(() => read.transaction().execute((tx) => work(tx as Kysely<Tables> as Tx))),
    // Its writers don't wait for each other.
    calm: async () => {},
    readSlowly: <R>(query: CompiledQuery<R>) =>
      read
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          await sql`select set_config('statement_timeout', ${String(SLOW_READ_MS)}, true)`.execute(tx)
          return (await tx.executeQuery<R>(query)).rows
        }),
    stamp: () => null,
    migrate: () => migratePostgres(read),
    ping: async () => {
      await sql`select 1 from settings limit 1`.execute(read)
    },
    close: () => read.destroy(),
  }
}

/** Runs a transaction again that lost against another one (serialisation failure, deadlock), after a random moment. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const lost = error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
      if (!lost || attempt === TRIES) throw error
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt))
    }
  }
}

/** Tells a broken connection from a refused query: the former is `unavailable` for whoever asked. */
function speaking(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values as unknown[])
    } catch (error) {
      throw connectionFailure(error)
    }
  }
  // Kysely asks for cursors only when it is given a cursor class, and it is not.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
