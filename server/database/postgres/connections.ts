import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { hash } from 'node:crypto'
import pg from 'pg'
import { connectionFailure, isConnectionFailure, isSilence, isStaleStatement } from '../failures.ts'
import { isPlannedOnce } from '../planned-once.ts'
import { parserOf } from './types.ts'

/** The page gives up after 15 seconds: whatever keeps an answer from coming must be known before that. */
const CONNECT_MS = 5000
const LOCK_MS = 5000
/** A server that says nothing is noticed so long after it should have given up by itself. */
const SILENCE_MS = 2000

const SETTINGS = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
  set_config('bytea_output', 'hex', false), set_config('jit', 'off', false),
  set_config('max_parallel_workers_per_gather', '0', false), set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $1, false)`

/**
 * A `pg` pool whose waiting is bounded and whose failures are `AppError`s.
 * @param statementMs of one statement; 0: no limit
 */
export function openPool(connectionString: string, most: number, statementMs: number): PostgresPool {
  const limits = [String(statementMs), String(statementMs && LOCK_MS)]
  const settings = { text: SETTINGS, values: limits, query_timeout: CONNECT_MS }
  const options = {
    connectionString,
    application_name: 'rfd',
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    query_timeout: statementMs && statementMs + SILENCE_MS,
    types: { getTypeParser: parserOf },
    // A statement, because poolers refuse such settings in the address. The pool waits for it.
    onConnect: (client: pg.ClientBase) => client.query(settings),
  }
  const pool = new pg.Pool(options)
  // Whoever queries a broken connection is told; without listeners the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async () =>
    lease(pool, await pool.connect().catch((error: unknown) => Promise.reject(connectionFailure(error))))
  return { connect, end: () => pool.end(), options }
}

/** A connection while somebody has it. One that fails, or is left in a transaction, is not given to anybody else. */
function lease(pool: pg.Pool, client: pg.PoolClient & { processID?: number }): PostgresPoolClient {
  let end: unknown
  const query = async (text: string, values: unknown[]) => {
    if (end) throw end
    const isAlone = client.getTransactionStatus() === 'I'
    try {
      return await client.query({ text, values, name: isPlannedOnce(text) ? hash('sha1', text) : undefined })
    } catch (error) {
      if (isStaleStatement(error) && isAlone) return client.query(text, values)
      const failure = connectionFailure(error, { isChange: !isAlone })
      if (isConnectionFailure(error) || isStaleStatement(error)) end = failure
      // A server process that waits for a standby does not notice by itself that nobody waits for it any more.
      if (isSilence(error)) pool.query('select pg_cancel_backend($1)', [client.processID]).catch(() => {})
      throw failure
    }
  }
  const release = () => client.release(end !== undefined || client.getTransactionStatus() !== 'I')
  // Kysely's type lists the commands that it knows.
  return { query, release } as object as PostgresPoolClient
}
