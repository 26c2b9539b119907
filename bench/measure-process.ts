import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { RequestList } from '../shared/requests.ts'
import { DATABASE_FILE } from '../server/database/open.ts'
import { clientOf } from './client.ts'
import type { Place } from './databases.ts'
import { onCore } from './load.ts'
import { environmentOf, type Office, type Pace } from './office.ts'
import { ms, type Row } from './report.ts'
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
  return [{ what: 'Second start to the first 200', measured: ms(median), budget: '800 ms', holds: median <= 800 }]
}

/** Resident memory after ten thousand calls of every kind. */
export async function measureMemory(office: Office): Promise<Row[]> {
  const { requests } = await office.get<RequestList>('/api/requests?limit=50')
  const words = ['manifest', 'bond', 'tariff', 'port', 'refund']
  const calls = requests.flatMap(({ id }, i) => [
    { path: `/api/requests?page=${i + 1}&limit=10` },
    { path: `/api/requests?search=${words[i % words.length]}&limit=10` },
    { path: `/api/requests?status=pending&page=${(i % 5) + 1}&limit=10` },
    { path: `/api/requests/${id}` },
    { path: `/api/requests/${id}/comments` },
    { path: `/api/requests/${id}/history` },
    { path: '/api/dashboard/stats' },
    { path: '/api/users' },
  ])
  const comments = requests.map(({ id }) => ({
    method: 'POST',
    path: `/api/requests/${id}/comments`,
    body: { comment: 'Noted in passing, to see how much the server remembers.' },
  }))
  let made = 0
  while (made < 10_000) {
    const read = await office.ask(calls, { connections: 8, durationMs: 1000, warmUpMs: 0 })
    const written = await office.ask(comments, { connections: 8, durationMs: 200, warmUpMs: 0, expects: 201 })
    made += read.calls + written.calls
  }
  const status = readFileSync(`/proc/${office.server.pid}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  return [
    {
      what: `Memory after ${made.toLocaleString('en')} mixed calls`,
      measured: `${megabytes.toFixed(0)} MB`,
      budget: '180 MB',
      holds: megabytes <= 180,
    },
  ]
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
    {
      what: 'List p99 at 400/s while a backup reads',
      measured: ms(busy.p99),
      budget: '5 ms',
      limit: `${ms(quiet.p99)} without`,
      ratio: (busy.p99 / quiet.p99).toFixed(2) + '×',
      holds: busy.p99 <= 5,
    },
  ]
}

if (process.argv[1] === import.meta.filename) {
  // Work that nobody waits for runs at this priority in the server, too.
  setPriority(constants.priority.PRIORITY_LOW)
  const { dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as Place
  const until = performance.now() + Number(process.argv[3])
  const tables = ['requests', 'request_history', 'comments', 'search_documents']
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
