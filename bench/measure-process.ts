import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { DATABASE_FILE } from '../server/database/open.ts'
import { clientOf } from './client.ts'
import { type Place, toRead } from './databases.ts'
import { onCore } from './load.ts'
import { environmentOf, type Office, type Pace } from './office.ts'
import { atMost, ms, type Row, times } from './report.ts'
import { startServer } from './server-process.ts'

/** From starting the process on existing data to its first answer. */
export async function measureStart(place: Place): Promise<Row[]> {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const started = performance.now()
    const server = await startServer(environmentOf(place), onCore(0))
    const client = clientOf(server.url)
    const { status } = await client.send({ path: '/api/ready' })
    if (status !== 200) throw new Error(`The first answer was ${status}`)
    times.push(performance.now() - started)
    client.close()
    await server.stop()
  }
  const median = times.toSorted((one, other) => one - other)[1]!
  return [atMost('Second start to the first 200', median, 1000, ms)]
}

/** The list at 400 a second while another process reads the whole database as a backup does. */
export async function measureUnderBackup(office: Office, pace: Pace): Promise<Row[]> {
  const list = [1, 2, 3, 4, 5].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
  const order = { rate: 400, connections: 16, durationMs: pace.durationMs * 2 }
  const quiet = await office.ask(list, order)
  const args = [import.meta.filename, JSON.stringify(office.place), String(order.durationMs + 2000)]
  const [program = '', ...rest] = [...onCore(1), process.execPath, ...args]
  const backup = spawn(program, rest, { stdio: 'inherit' })
  const ended = new Promise((resolve) => backup.once('exit', resolve))
  const busy = await office.ask(list, order)
  backup.kill()
  await ended
  return [
    atMost('List p99 at 400/s while a backup reads', busy.p99, toRead(office.place, 5), ms, {
      limit: `${ms(quiet.p99)} without`,
      ratio: times(busy.p99 / quiet.p99),
    }),
  ]
}

if (process.argv[1] === import.meta.filename) {
  // Background work has this priority in the server, too.
  setPriority(constants.priority.PRIORITY_LOW)
  const { dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as Place
  const until = performance.now() + Number(process.argv[3])
  const tables = ['requests', 'request_history', 'comments', 'search_documents', 'search_comments']
  while (performance.now() < until) {
    for (const table of tables) await (databaseUrl ? dump(databaseUrl, table) : readThrough(dataDir, table))
  }
}

async function readThrough(dataDir: string, table: string): Promise<void> {
  const { default: Database } = await import('better-sqlite3')
  const raw = new Database(join(dataDir, DATABASE_FILE), { readonly: true })
  for (const row of raw.prepare(`select * from ${table}`).iterate()) void row
  raw.close()
}

/** As `pg_dump` reads a table; the rows are thrown away. */
async function dump(databaseUrl: string, table: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`copy ${table} to stdout`)
  await client.end()
}
