import type { PostgresPool } from 'kysely'
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

export interface PoolOptions {
  most: number
  /** of one statement; 0: no limit */
  statementMs: number
  /** the schema that holds our tables instead of the role's own; tests give each database its own */
  schema?: string | undefined
}

const SETTINGS = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
  set_config('bytea_output', 'hex', false), set_config('jit', 'off', false),
  set_config('max_parallel_workers_per_gather', '0', false), set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $1, false),
  set_config('search_path', coalesce($3 || ', public', current_setting('search_path')), false)`

/** A `pg` pool whose waiting is bounded and whose failures are `AppError`s. */
export function openPool(connectionString: string, { most, statementMs, schema }: PoolOptions): PostgresPool {
  const limits = [String(statementMs), String(statementMs && LOCK_MS), schema]
  const settings = { text: SETTINGS, values: limits, query_timeout: CONNECT_MS }
  const config = {
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
  const pool = new pg.Pool(config)
  // Whoever queries a broken connection is told; without listeners the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async () => {
    try {
      return new Lease(pool, await pool.connect())
    } catch (error) {
      throw connectionFailure(error)
    }
  }
  // Kysely's type lists the commands that it knows.
  return { connect, end: () => pool.end(), options: config } as object as PostgresPool
}

/** A connection while somebody has it. One that fails, or is left in a transaction, is not given to anybody else. */
class Lease {
  readonly #pool: pg.Pool
  // Its own types leave the number of the server's process out.
  readonly #client: pg.PoolClient & { processID?: number }
  /** why it can be used no more */
  #end: unknown

  constructor(pool: pg.Pool, client: pg.PoolClient) {
    this.#pool = pool
    this.#client = client
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#end) throw this.#end
    const isAlone = this.#client.getTransactionStatus() === 'I'
    try {
      return await this.#client.query({ text, values, name: isPlannedOnce(text) ? hash('sha1', text) : undefined })
    } catch (error) {
      if (isStaleStatement(error) && isAlone) return this.#client.query(text, values)
      const failure = connectionFailure(error, { isChange: !isAlone })
      if (isConnectionFailure(error) || isStaleStatement(error)) this.#end = failure
      // A server process that waits for a standby does not notice by itself that nobody waits for it any more.
      if (isSilence(error)) this.#pool.query('select pg_cancel_backend($1)', [this.#client.processID]).catch(() => {})
      throw failure
    }
  }

  release(): void {
    this.#client.release(this.#end !== undefined || this.#client.getTransactionStatus() !== 'I')
  }
}
