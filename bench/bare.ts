import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { LanguageModel } from '../server/ai/llm/language-model.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { NamedRow } from '../server/requests/row.ts'
import { DATABASE_FILE, openDatabase } from '../server/database/open.ts'
import { connectionOf } from '../server/database/sqlite-dialect.ts'
import { toServiceRequest } from '../server/requests/row.ts'
import { SessionCache } from '../server/sessions/cache.ts'
import { brokenAi } from '../server/testing/ai.ts'
import { PASSWORD } from './databases.ts'
import { onCore } from './load.ts'

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** The statements that the list's first page costs the real server once it is warm, taken down while it answers. No server may run. */
export async function statementsOfList(dataDir: string): Promise<Statement[]> {
  const db = await openDatabase({ dataDir })
  let seen: Statement[] = []
  const connection = connectionOf(db.read)!
  const run = connection.run.bind(connection)
  connection.run = (sql, parameters) => {
    seen.push({ sql, parameters })
    return run(sql, parameters)
  }
  connection.executeQuery = async ({ sql, parameters }) => connection.run(sql, parameters)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD })
  const clock = () => new Date()
  const sessions = new SessionCache({ db, secretKey: config.secretKey, clock })
  const languageModel = new LanguageModel({ db, config, clock })
  const app = await buildApp({ db, config, clock, sessions, ai: brokenAi(), languageModel })
  try {
    const payload = { username: 'manager', password: PASSWORD }
    const { token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json<{ token: string }>()
    for (let i = 0; i < 2; i++) {
      seen = []
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode } = await app.inject({ url: '/api/requests?page=1&limit=10', headers })
      if (statusCode !== 200) throw new Error(`The list answered ${statusCode}`)
    }
    // What says that nothing was committed since; the server's other ways to the total rest on it.
    return [{ sql: 'pragma data_version', parameters: [] }, ...seen]
  } finally {
    await app.close()
    await db.close()
  }
}

export interface Bare {
  url: string
  stop(): Promise<void>
}

/** The limit beside which the server is measured: `node:http` and SQLite with the same statements, and nothing else. */
export async function startBare(dataDir: string, statements: Statement[]): Promise<Bare> {
  const file = join(dataDir, DATABASE_FILE)
  const program = [process.execPath, import.meta.filename, file, JSON.stringify(statements)]
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

function serve(file: string, statements: Statement[]): void {
  const raw = new Database(file, { readonly: true })
  const prepared = statements.map(({ sql, parameters }) => ({ statement: raw.prepare(sql), parameters }))
  const server = createServer((_req, res) => {
    const results = prepared.map(({ statement, parameters }) => statement.all(parameters))
    // The page is the statement with the longest rows, the others count.
    const page = results.find((rows) => rows.length === 10) as NamedRow[]
    const body = JSON.stringify({ requests: page.map(toServiceRequest), total: 0, exact: true })
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(address.port)
  })
}

if (process.argv[1] === import.meta.filename) {
  serve(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '[]') as Statement[])
}
