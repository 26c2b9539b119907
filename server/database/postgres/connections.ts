import pg from 'pg'
import { codeOf, connectionFailure, isConnectionFailure } from '../failures.ts'
import type { Statement } from './dialect.ts'
import { parserOf } from './types.ts'

const CONNECTIONS = 10
/** The page gives up after 15 seconds: whatever keeps an answer from coming must be told before that. */
const CONNECT_WITHIN_MS = 5000
export const STATEMENT_MS = 10_000
const LOCK_MS = 8000
/** A server that has gone without a word is noticed so long after it should have given up by itself. */
export const SILENCE_MS = 2000

export interface Own {
  /** the schema that holds our tables instead of the role's own; tests give each database its own */
  schema?: string
  /** no limit of time, for seeds */
  isUnhurried?: boolean
}

/** The pool waits for what `onConnect` promises; its own types don't say so. */
interface PoolConfig extends Omit<pg.PoolConfig, 'onConnect'> {
  onConnect(client: pg.ClientBase): Promise<void>
}

/** Connections as we use them. */
export function poolOf(url: string, { schema, isUnhurried }: Own = {}): pg.Pool {
  const limit = (ms: number) => (isUnhurried ? '0' : String(ms))
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'rfd',
    max: CONNECTIONS,
    // Also how long a call waits for a free connection when all are busy.
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
    types: { getTypeParser: parserOf },
    // Compiling a query, or starting processes to share it, takes longer than ours run, and takes them from others.
    onConnect: async (client) => {
      // A pooler may let us in though it has no server to send us to.
      const set = (text: string, values: string[]) =>
        send(client, { text, values }, isUnhurried ? 0 : CONNECT_WITHIN_MS)
      await set(
        `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
          set_config('bytea_output', 'hex', false),
          set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
          set_config('idle_in_transaction_session_timeout', $1, false), set_config('jit', 'off', false),
          set_config('max_parallel_workers_per_gather', '0', false)`,
        [limit(STATEMENT_MS), limit(LOCK_MS)],
      )
      if (schema) await set(`select set_config('search_path', $1, false)`, [`${schema}, public`])
    },
  }
  const pool = new pg.Pool(config)
  // A connection that breaks, idle or in use, is told to whoever queries it next, and replaced. Without listeners it would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** @throws AppError `unavailable` when there is no connection or it breaks; then it is not used again */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw connectionFailure(error)
  }
  try {
    const value = await work(client)
    client.release(isInTransaction(client))
    return value
  } catch (error) {
    // The failure itself says that the connection is broken; true, that it is merely of no use any more.
    client.release(isConnectionFailure(error) ? error : isOutOfStep(error) || isInTransaction(client))
    throw connectionFailure(error)
  }
}

/** As it is when somebody has cancelled what was to end the transaction: whoever came next could do nothing on it. */
function isInTransaction(client: pg.PoolClient): boolean {
  return client.getTransactionStatus() !== 'I'
}

export async function send(client: pg.ClientBase, { text, values, name }: Statement, withinMs: number) {
  const query = { text, values: values as unknown[], name, query_timeout: withinMs }
  return client.query<Record<string, unknown>>(query)
}

/** A newer version of the program has changed a table under a prepared statement, or a proxy has thrown the statement away. */
export function isOutOfStep(error: unknown): boolean {
  return codeOf(error) === '26000' || (codeOf(error) === '0A000' && String(error).includes('cached plan'))
}
