import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import type { PostgresServer } from '../../server/testing/postgres-server.ts'
import type { Export } from '../../shared/exports/exports.ts'
import type { RunWithDocument } from '../../shared/reports/runs.ts'
import { Broken, Office } from './documents.ts'
import { interruptedIn, isSwept, leftOver, makeSweepsDue, problemsIn } from './made-files-check.ts'

const PASSWORD = 'rfd-demo'
const WRITERS = ['admin', 'manager']
/** Half the number that a user may have in progress, of each kind. */
const CONCURRENT = 2
/** On PostgreSQL the jobs of a killed server are resumed when their lease has expired. */
const TIMEOUT_MS = 300_000
const ROUND_MS = 15_000
const SWEEPING_MS = 4000
const MAX_STARTS = 10
const EXPORTS = ['csv', 'xlsx', 'pdf'].map((format) => ({ path: '/api/exports', body: { format, view: {} } }))
const RUNS = ['overdue', 'status-summary'].map((report) => ({
  path: `/api/reports/${report}/runs`,
  body: { formats: ['pdf', 'csv', 'xlsx'] },
}))

interface MadeOutcome {
  kills: number
  /** exports and runs in progress at a kill */
  interrupted: number
  exports: number
  runs: number
  /** of both kinds, completely downloaded */
  ready: number
  /** of both kinds, reported as failed */
  failed: number
  problems: string[]
}

interface Call {
  path: string
  body: object
  key: string
}
interface Writer {
  name: string
  token: string
  turn: number
  /** calls without an answer: they are retried with their idempotency key */
  open: Set<Call>
  /** URLs of what was acknowledged and has not been seen finished */
  underWay: Set<string>
  /** URLs of what was seen ready, with the checksums of its files */
  ready: Map<string, string>
}

/**
 * Two users request exports and reports as fast as allowed while the server is killed and restarted. Each job must resume or
 * report its failure, only complete files may be offered, and the sweep must leave exactly the listed files.
 */
export async function runMadeFileKills(
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
  onProgress: (line: string) => void = () => {},
): Promise<MadeOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-made-files-'))
  const where = { dataDir, databaseUrl: postgres?.url }
  const outcome: MadeOutcome = { kills: 0, interrupted: 0, exports: 0, runs: 0, ready: 0, failed: 0, problems: [] }
  const writers = WRITERS.map(newWriter)
  const environment = { DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' }
  const start = () => startServer({ ...environment, ...(postgres && { DATABASE_URL: postgres.url }) })
  let server: ServerProcess | undefined
  try {
    while (outcome.kills < kills && outcome.problems.length === 0) {
      server = await start()
      const office = new Office(server.url)
      for (const writer of writers) await settle(office, writer, outcome)
      let isKilled = false
      const working = Promise.all(writers.map((writer) => workOn(office, writer, outcome, () => isKilled)))
      await Promise.race([round(outcome), working])
      isKilled = true
      await server.kill()
      server = undefined
      await working
      outcome.kills++
      outcome.interrupted += await interruptedIn(where)
      outcome.problems.push(...(await problemsIn(where)))
      onProgress(`kill ${outcome.kills}: ${JSON.stringify({ ...outcome, problems: outcome.problems.length })}`)
    }
    server = await start()
    for (const writer of writers) await untilEnded(new Office(server.url), writer, outcome)
    await server.stop()
    server = undefined
    await makeSweepsDue(where)
    for (let starts = 0; starts < MAX_STARTS && !(await isSwept(where)); starts++) {
      server = await start()
      await pause(SWEEPING_MS)
      await server.stop()
      server = undefined
    }
    if (!(await isSwept(where))) outcome.problems.push('The sweeps have not ended')
    outcome.problems.push(...(await problemsIn(where)), ...(await leftOver(where)))
  } catch (error) {
    outcome.problems.push(String(error))
  } finally {
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

/** Every other kill waits until some files are ready, so that not all jobs end in their last attempt. */
async function round(outcome: MadeOutcome): Promise<void> {
  const enough = outcome.ready + (outcome.kills % 2) * 2
  const giveUpAt = Date.now() + ROUND_MS
  while (outcome.ready < enough && Date.now() < giveUpAt) await pause(20)
  await pause(300 + Math.random() * 1700)
}

function newWriter(name: string): Writer {
  return { name, token: '', turn: 0, open: new Set(), underWay: new Set(), ready: new Map() }
}

/** Requests exports and reports, and polls their state, until the server is killed. */
async function workOn(office: Office, writer: Writer, outcome: MadeOutcome, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) {
      const of = (prefix: string) => [...writer.underWay].filter((path) => path.startsWith(prefix)).length
      const turn = writer.turn++
      if (of('/api/exports') < CONCURRENT) await begin(office, writer, EXPORTS[turn % EXPORTS.length]!, outcome)
      if (of('/api/report-runs') < CONCURRENT) await begin(office, writer, RUNS[turn % RUNS.length]!, outcome)
      await look(office, writer, outcome)
      await pause(20)
    }
  } catch (error) {
    if (!(error instanceof Broken)) outcome.problems.push(String(error))
  }
}

async function begin(office: Office, writer: Writer, wanted: Omit<Call, 'key'>, outcome: MadeOutcome): Promise<void> {
  const call = { ...wanted, key: crypto.randomUUID() }
  writer.open.add(call)
  await send(office, writer, call, outcome)
}

async function send(office: Office, writer: Writer, call: Call, outcome: MadeOutcome): Promise<void> {
  const { id } = await office.call<{ id: string }>(writer, 'POST', call.path, call.body, call.key)
  writer.open.delete(call)
  const isExport = call.path === '/api/exports'
  writer.underWay.add(isExport ? `/api/exports/${id}` : `/api/report-runs/${id}`)
  if (isExport) outcome.exports++
  else outcome.runs++
}

/** Ready files must be complete; failed jobs must give a reason; jobs in progress must offer nothing. */
async function look(office: Office, writer: Writer, outcome: MadeOutcome): Promise<void> {
  for (const path of writer.underWay) {
    const made = await office.call<Export | RunWithDocument>(writer, 'GET', path)
    if (made.state === 'ready') {
      writer.ready.set(path, await wholeFiles(office, writer, path, made, outcome))
      writer.underWay.delete(path)
      outcome.ready++
      continue
    }
    if (('files' in made && made.files.length > 0) || ('checksum' in made && made.checksum !== null))
      outcome.problems.push(`A half file is offered: ${path}`)
    if (made.state !== 'failed') continue
    if (!made.note) outcome.problems.push(`It does not say why it failed: ${path}`)
    outcome.failed++
    writer.underWay.delete(path)
  }
}

async function wholeFiles(
  office: Office,
  writer: Writer,
  path: string,
  made: Export | RunWithDocument,
  outcome: MadeOutcome,
): Promise<string> {
  const files =
    'files' in made
      ? made.files.map((file) => ({ ...file, path: `${path}/content?format=${file.format}` }))
      : [{ ...made, path: `${path}/content` }]
  if ('total' in made && 'files' in made && files.length !== made.total)
    outcome.problems.push(`A file is missing: ${path}`)
  for (const { size, checksum, path: address } of files) {
    const content = await office.bytes(writer, 'GET', address)
    const sum = createHash('sha256').update(content).digest('hex')
    if (content.length !== size || sum !== checksum) outcome.problems.push(`An offered file is not whole: ${address}`)
  }
  return files.map(({ checksum }) => checksum).join()
}

/** Retries unanswered calls and compares what was ready before; half of that is then deleted. */
async function settle(office: Office, writer: Writer, outcome: MadeOutcome): Promise<void> {
  if (writer.token === '') {
    const account = { username: writer.name, password: PASSWORD }
    writer.token = (await office.call<{ token: string }>(writer, 'POST', '/api/auth/login', account)).token
  }
  for (const call of writer.open) await send(office, writer, call, outcome)
  for (const [path, checksums] of writer.ready) {
    const made = await office.call<Export | RunWithDocument>(writer, 'GET', path)
    if (made.state !== 'ready' || (await wholeFiles(office, writer, path, made, outcome)) !== checksums)
      outcome.problems.push(`What was ready is not any more, or is another file: ${path}`)
    if (Math.random() < 0.5) continue
    await office.bytes(writer, 'DELETE', path)
    writer.ready.delete(path)
  }
}

/** Interrupted work must finish by itself. */
async function untilEnded(office: Office, writer: Writer, outcome: MadeOutcome): Promise<void> {
  await settle(office, writer, outcome)
  for (const giveUpAt = Date.now() + TIMEOUT_MS; writer.underWay.size > 0; await pause(200)) {
    await look(office, writer, outcome)
    if (Date.now() > giveUpAt) return void outcome.problems.push(`Not made: ${[...writer.underWay].join(', ')}`)
  }
}
