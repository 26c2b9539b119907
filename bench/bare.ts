import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { AuditSealer } from '../server/audit/seal.ts'
import { AuditWatch } from '../server/audit/watch.ts'
import { LanguageModel } from '../server/ai/language-model/language-model.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openFiles } from '../server/platform/files/open.ts'
import type { NamedRow } from '../server/requests/row.ts'
import type { Db } from '../server/platform/database/db.ts'
import { DATABASE_FILE, openDatabase } from '../server/platform/database/open.ts'
import { parserOf } from '../server/platform/database/postgres/types.ts'
import { connectionOf } from '../server/platform/database/sqlite/sqlite-dialect.ts'
import { toServiceRequest } from '../server/requests/row.ts'
import { SessionCache } from '../server/people/sign-in/cache.ts'
import { SignInLookups } from '../server/people/sign-in/sign-in-lookups.ts'
import { FlowHistory } from '../server/analytics/flow-history.ts'
import { RecentHistory } from '../server/ai/estimates/recent-history.ts'
import { JobQueue } from '../server/platform/jobs/queue.ts'
import { Passwords } from '../server/people/accounts/passwords.ts'
import { Settings } from '../server/settings/service.ts'
import { EventHub } from '../server/notices/events/hub.ts'
import { brokenAi } from '../server/testing/ai.ts'
import { PASSWORD, type Place } from './databases.ts'
import { onCore } from './load.ts'
import { environmentOf } from './office.ts'

export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** of the statement that PostgreSQL keeps prepared */
  name?: string | undefined
}

/**
 * The statements that the server executes for the list's first page once it is warm, recorded from the driver. No server may be
 * running.
 */
export async function statementsOfList(place: Place): Promise<Statement[]> {
  const db = await openDatabase(place)
  let seen: Statement[] = []
  if (place.databaseUrl) watchPostgres((statement) => seen.push(statement))
  else watchSqlite(db, (statement) => seen.push(statement))
  const config = readConfig(environmentOf(place))
  const clock = () => new Date()
  const settings = new Settings({ db, clock, demo: config.demo })
  const sessions = new SessionCache({ db, secretKey: config.secretKey, clock, settings, demo: config.demo })
  const passwords = new Passwords(config)
  const recentHistory = new RecentHistory(db)
  const languageModel = new LanguageModel({ db, config, clock, settings })
  const audit = new AuditWatch({
    db,
    sealer: new AuditSealer(undefined),
    clock,
    noteFile: null,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  const app = await buildApp({
    db,
    config,
    clock,
    files: openFiles(config),
    queue: new JobQueue(clock),
    settings,
    sessions,
    lookups: new SignInLookups({ db, clock }),
    passwords,
    recentHistory,
    flow: new FlowHistory({ db, log: { error: () => {} } }),
    ai: brokenAi(),
    languageModel,
    audit,
    events: new EventHub({ db, sessions, settings, clock, log: { error: () => {} } }),
  })
  try {
    const payload = { username: 'manager', password: PASSWORD }
    const { token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json<{ token: string }>()
    for (let i = 0; i < 2; i++) {
      seen = []
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode } = await app.inject({ url: '/api/requests?page=1&limit=10', headers })
      if (statusCode !== 200) throw new Error(`The list answered ${statusCode}`)
    }
    // Source of the list's ETag.
    return place.databaseUrl ? seen : [{ sql: 'pragma data_version', parameters: [] }, ...seen]
  } finally {
    await app.close()
    await db.close()
  }
}

function watchSqlite(db: Db, onStatement: (statement: Statement) => void): void {
  const connection = connectionOf(db.read)!
  const run = connection.run.bind(connection)
  connection.run = (sql, parameters) => {
    onStatement({ sql, parameters })
    return run(sql, parameters)
  }
  connection.executeQuery = async ({ sql, parameters }) => connection.run(sql, parameters)
}

function watchPostgres(onStatement: (statement: Statement) => void): void {
  const { prototype } = pg.Client as { prototype: { query(this: pg.Client, ...args: unknown[]): unknown } }
  const { query } = prototype
  prototype.query = function (first, ...rest) {
    if (typeof first === 'string') onStatement({ sql: first, parameters: Array.isArray(rest[0]) ? rest[0] : [] })
    else {
      const { name, text, values = [] } = first as pg.QueryConfig
      onStatement({ name, sql: text, parameters: values })
    }
    return query.call(this, first, ...rest)
  }
}

export interface Bare {
  url: string
  stop(): Promise<void>
}

/**
 * The upper limit that the server is compared with: `node:http` and the database with the same statements, and nothing else. A
 * request with `if-none-match` gets a 304 at once.
 */
export async function startBaseline(place: Place, statements: Statement[]): Promise<Bare> {
  const program = [process.execPath, import.meta.filename, JSON.stringify(place), JSON.stringify(statements)]
  const [command = '', ...args] = [...onCore(0), ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error('The bare server ended')))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** @returns a function that runs all statements in sequence */
function sqliteAnswers({ dataDir }: Place, statements: Statement[]): () => unknown[][] {
  const raw = new Database(join(dataDir, DATABASE_FILE), { readonly: true })
  const prepared = statements.map(({ sql, parameters }) => ({ statement: raw.prepare(sql), parameters }))
  return () => prepared.map(({ statement, parameters }) => statement.all(parameters))
}

function postgresAnswers(url: string, statements: Statement[]): () => Promise<unknown[][]> {
  const pool = new pg.Pool({ connectionString: url, types: { getTypeParser: parserOf } })
  const queries = statements.map(({ sql, parameters, name }) => ({ text: sql, values: [...parameters], name }))
  return async () => {
    const results: unknown[][] = []
    for (const query of queries) results.push((await pool.query<Record<string, unknown>>(query)).rows)
    return results
  }
}

function serve(answers: () => unknown[][] | Promise<unknown[][]>): void {
  const answer = (results: unknown[][], res: ServerResponse) => {
    // The page is the result with ten rows; the other statements only cost their time.
    const page = results.find((rows) => rows.length === 10) as NamedRow[]
    const body = JSON.stringify({ requests: page.map(toServiceRequest), total: 0, exact: true })
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }
  const server = createServer((req, res) => {
    if (req.headers['if-none-match'] !== undefined) return res.writeHead(304).end()
    const results = answers()
    if (Array.isArray(results)) return answer(results, res)
    results.then(
      (rows) => answer(rows, res),
      (error: unknown) => res.destroy(error as Error),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(address.port)
  })
}

if (process.argv[1] === import.meta.filename) {
  const place = JSON.parse(process.argv[2] ?? '{}') as Place
  const statements = JSON.parse(process.argv[3] ?? '[]') as Statement[]
  serve(place.databaseUrl ? postgresAnswers(place.databaseUrl, statements) : sqliteAnswers(place, statements))
}
