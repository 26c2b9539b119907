import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { hash } from 'node:crypto'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import { connectionFailure, isConnectionFailure, isQueryTimeout, isStaleStatement } from '../failures.ts'
import { isPrepared } from '../prepared-mark.ts'
import { commit } from './commit.ts'
import { parserOf } from './types.ts'

/** The page times out after 15 seconds: the server must report a connection problem before that. */
const CONNECT_MS = 5000
const LOCK_MS = 5000
/** Client-side grace after the statement timeout, before the server counts as unresponsive. */
const SILENCE_MS = 2000

const SETTINGS = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
  set_config('bytea_output', 'hex', false), set_config('jit', 'off', false),
  set_config('max_parallel_workers_per_gather', '0', false), set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $1, false)`

/**
 * A `pg` pool with bounded waiting times and `AppError`s for failures.
 * @param statementMs per statement; 0: no limit
 */
export function openPool(connectionString: string, maxConnections: number, statementMs: number): PostgresPool {
  const limits = [String(statementMs), String(statementMs && LOCK_MS)]
  const settings = { text: SETTINGS, values: limits, query_timeout: CONNECT_MS }
  const options = {
    connectionString,
    application_name: 'rfd',
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    query_timeout: statementMs && statementMs + SILENCE_MS,
    types: { getTypeParser: parserOf },
    // A statement, because poolers reject such settings in the connection string. The pool waits for it.
    onConnect: (client: pg.ClientBase) => client.query(settings),
  }
  const pool = new pg.Pool(options)
  // Queries on a broken connection reject anyway. Without a listener, the `error` event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const pending = new Set<() => void>()
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(connectionFailure(error)))
    return lease({ pool, pending, options: { connectionString } }, client)
  }
  const end = async () => {
    for (const drop of pending) drop()
    await pool.end()
  }
  return { connect, end, options }
}

interface Lender {
  pool: pg.Pool
  options: pg.ClientConfig
  /** drops the connection of each commit that nobody waits for */
  pending: Set<() => void>
}

/** A checked-out connection. One that failed, or is left in a transaction, is destroyed on release instead of reused. */
function lease({ pool, options, pending }: Lender, client: pg.PoolClient & { processID?: number }): PostgresPoolClient {
  let end: unknown
  let commitUnderWay: Promise<unknown> | undefined
  const query = async (text: string, values: unknown[]) => {
    if (end) throw end
    const isAlone = client.getTransactionStatus() === 'I'
    if (text === 'commit') {
      const onPending = (over: Promise<unknown>) => {
        commitUnderWay = over
      }
      return commit(client, options, onPending).catch((error: unknown) => {
        if (error instanceof AppError) end = error
        throw connectionFailure(error, { isChange: true })
      })
    }
    try {
      return await client.query({ text, values, name: isPrepared(text) ? hash('sha1', text) : undefined })
    } catch (error) {
      if (isStaleStatement(error) && isAlone) return client.query(text, values)
      const failure = connectionFailure(error, { isChange: !isAlone })
      if (isConnectionFailure(error) || isStaleStatement(error)) end = failure
      // A server process does not notice that its client has given up.
      if (isQueryTimeout(error)) pool.query('select pg_cancel_backend($1)', [client.processID]).catch(() => {})
      throw failure
    }
  }
  const release = () => {
    if (!commitUnderWay) return client.release(end !== undefined || client.getTransactionStatus() !== 'I')
    const drop = () => {
      if (pending.delete(drop)) client.release(true)
    }
    pending.add(drop)
    commitUnderWay.then(drop, drop)
  }
  // Kysely's type names the commands it knows.
  return { query, release } as object as PostgresPoolClient
}
