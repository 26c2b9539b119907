import { type CompiledQuery, Kysely, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../../errors.ts'
import { watchActivity } from '../activity.ts'
import { FairTurns } from '../../fairness/fair-turns.ts'
import type { Db, SlowRead, Tx } from '../db.ts'
import { busy, codeOf, isConnectionFailure, transactionOver, unreachable, violationOf } from '../failures.ts'
import { migratePostgres } from '../migrate.ts'
import { isOutOfStep, type Own, poolOf, send, SILENCE_MS, STATEMENT_MS, withClient } from './connections.ts'
import { postgresDialect, type Run } from './dialect.ts'
import { together } from '../run.ts'
import type { Tables } from '../tables.ts'
import { SLOW_READ_MS, slowReadTurns } from '../slow-turns.ts'

/** Writers wait for each other at the counters and the audit log anyway: they must not hold all connections meanwhile. */
const MOST_WRITERS = 4
const TURN_WITHIN_MS = 8000
const TRIES = 10

/**
 * Which transactions are over: the same again means that none has ended since. A standby does not list those under way.
 * A server that was started anew may have lost some, so its start belongs to it.
 */
const DATA_VERSION = `select case when pg_is_in_recovery() then null
  else pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())::text end as version`

/**
 * Writers hand on the locks of counters and audit log before their commits are on disk; one sync then serves all who have
 * committed meanwhile. Nobody is told of a commit before that.
 */
const BEGIN_WRITE = 'begin; set local synchronous_commit = off'
/** A commit of its own that waits for the disk (and for standbys, where there are synchronous ones), behind all others. */
const SYNC = `select pg_logical_emit_message(true, 'rfd', '')`
const STOP_WAITING = `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`

export function openPostgres(url: string, own: Own = {}): Db {
  const pool = poolOf(url, own)
  const patience = (ms: number) => (own.isUnhurried ? 0 : ms + SILENCE_MS)
  const writers = new FairTurns({ most: MOST_WRITERS, mostWaiting: 1000, withinMs: TURN_WITHIN_MS, refusal: busy })
  const slowReads = slowReadTurns()
  const quickly = once((statement) => withClient(pool, (client) => send(client, statement, patience(STATEMENT_MS))))
  const read = new Kysely<Tables>({ dialect: postgresDialect(quickly) })
  const sync = once((statement) =>
    withClient(pool, (client) =>
      send(client, statement, patience(STATEMENT_MS)).catch((error: unknown) => {
        stopWaiting(pool, client)
        throw error
      }),
    ),
  )
  const synced = shared(() => sync({ text: SYNC, values: [], name: 'sync' }))
  const activity = watchActivity()
  // Where it has lost connections the server may have lost commits as well, and give their numbers to others.
  let losses = 0
  pool.on('remove', () => losses++)
  const broken = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))
  pool.on('release', (failure: unknown, client) => {
    if (failure instanceof Error) broken.add(client)
  })
  /** What was committed over a connection is on disk once this resolves. */
  const certain = async (client: pg.PoolClient | undefined) => {
    await synced()
    // A server that has failed since has lost what was not synced, and the sync may well have reached the next one.
    if (client && broken.has(client)) throw unreachable()
  }

  return {
    engine: 'postgres',
    read,
    async write(work) {
      let used: pg.PoolClient | undefined
      const run = (client: pg.PoolClient) => {
        used = client
        return transaction(client, BEGIN_WRITE, patience(STATEMENT_MS), work)
      }
      const done = activity.begin()
      try {
        const value = await writers.run(() => again(() => withClient(pool, run)))
        await certain(used)
        return value
      } catch (error) {
        // A refusal, too, may rest on somebody else's change that only then is certain.
        if (isRefusal(error)) await certain(used)
        throw error
      } finally {
        done()
      }
    },
    calm: activity.calm,
    readSlowly: <R>(query: CompiledQuery<R>, pace: SlowRead = 'report') => {
      const withinMs = SLOW_READ_MS[pace]
      const read = () =>
        withClient(pool, async (client) => {
          // A server that says nothing is noticed at the first of them.
          const limit = `begin read only; set local statement_timeout = ${withinMs}`
          const begun = send(client, { text: limit, values: [] }, patience(STATEMENT_MS))
          const answer = send(client, { text: query.sql, values: query.parameters }, patience(withinMs))
          const ended = send(client, { text: 'commit', values: [] }, patience(withinMs))
          await together([begun, answer, ended])
          return (await answer).rows as R[]
        })
      return slowReads(read, pace)
    },
    dataVersion: shared(async () => {
      const { rows } = await quickly({ text: DATA_VERSION, values: [], name: 'data_version' })
      const version = rows[0]?.['version']
      return typeof version === 'string' ? `${losses} ${version}` : null
    }),
    // A large table may take long to index, and another starter may be at it: no time limit.
    migrate: () => migratePostgres((work) => withClient(pool, (client) => transaction(client, 'begin', 0, work))),
    ping: async () => {
      await sql`select 1 from settings limit 1`.execute(read)
    },
    // Not by `read`, which has nothing to end as long as nothing was read.
    close: () => pool.end(),
  }
}

/**
 * A server process that waits for a standby does not notice that nobody waits for it any more: each would stay, until there
 * is room for no other connection.
 */
function stopWaiting(pool: pg.Pool, client: pg.PoolClient): void {
  // Its own types don't say so.
  const { processID } = client as pg.PoolClient & { processID: number }
  const query = { text: STOP_WAITING, values: [processID], query_timeout: SILENCE_MS }
  // A server that is gone waits for nobody.
  pool.query(query).catch(() => {})
}

async function transaction<T>(
  client: pg.PoolClient,
  begin: string,
  withinMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let isOver = false
  // Its own for each: what somebody has left running must not come in during the next transaction on this connection.
  const dialect = postgresDialect(async (statement) => {
    if (isOver) throw transactionOver()
    return send(client, statement, withinMs)
  })
  const tx = new Kysely<Tables>({ dialect }) as Tx
  const run = (text: string) => send(client, { text, values: [] }, withinMs)
  // Sent together with the first statements of the work; if it is refused, none may follow them.
  const begun = run(begin)
  begun.catch(() => (isOver = true))
  try {
    const value = await work(tx).finally(() => (isOver = true))
    await begun
    const { command } = await run('commit')
    // What it answers when a statement was refused and nobody noticed.
    if (command !== 'COMMIT') throw new Error('A refused statement has undone the transaction')
    return value
  } catch (failure) {
    const error = await begun.then(
      () => failure,
      (refused: unknown) => refused,
    )
    if (!isConnectionFailure(error)) await run('rollback')
    // A change looks up nothing long: it has waited for others.
    if (codeOf(error) === '57014') throw busy(error)
    throw error
  }
}

/** Runs a transaction again that lost against another one (serialisation failure, deadlock), after a random moment. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const lost = ['40001', '40P01'].includes(codeOf(error)) || isOutOfStep(error)
      if (!lost || attempt === TRIES) throw error
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt))
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError ? error.code !== 'unavailable' : violationOf(error) !== undefined
}

/** A read that met a connection whose prepared statements no longer fit is run once more, on another one. */
function once(run: Run): Run {
  return async (statement) => {
    try {
      return await run(statement)
    } catch (error) {
      if (!isOutOfStep(error)) throw error
      return run({ ...statement, name: undefined })
    }
  }
}

/** Whoever asks while a question is under way gets the answer to the next one, which is asked after they came. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => (running = ask().finally(() => (running = undefined)))
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
