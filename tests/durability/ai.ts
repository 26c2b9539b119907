import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from '../../bench/client.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { DATABASE_FILE } from '../../server/platform/database/open.ts'
import { loadModel } from '../../engine/model.ts'
import type { Batch } from '../../shared/ai-batches.ts'
import type { AiStatus } from '../../shared/ai.ts'
import { checkDatabase } from './check.ts'

const PASSWORD = 'rfd-demo'
/** On a slow machine the initial training takes minutes. */
const TIMEOUT_MS = 300_000
const DRAFT = { title: 'Sign the licence message', description: 'With the certificate of the ministry.' }

interface AiOutcome {
  /** number of kills during a training and during a batch */
  kills: { training: number; batch: number }
  problems: string[]
}

interface Running {
  server: ServerProcess
  client: Client
  token: string
}

/**
 * Kills the real server during a training and during a batch, checks the database, and restarts it: the work must resume by
 * itself and be done exactly once, and every stored model must be complete.
 * @param onProgress receives a line about each kill
 */
export async function runAiKills(
  { rounds }: { rounds: number },
  onProgress: (line: string) => void = () => {},
): Promise<AiOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-ai-durability-'))
  const outcome: AiOutcome = { kills: { training: 0, batch: 0 }, problems: [] }
  const file = join(dataDir, DATABASE_FILE)
  let running: Running | undefined
  try {
    while (outcome.kills.batch < rounds && outcome.problems.length === 0) {
      running ??= await open(dataDir)
      const batch = await startBatch(running)
      const doneBefore = await untilInTheMiddle(running, batch.id)
      await close(running)
      if (doneBefore < batch.total) outcome.kills.batch++
      outcome.problems.push(...(await checkDatabase({ dataDir }, [])), ...batchProblems(file, batch))
      running = await open(dataDir)
      const { total, done } = await untilFinished(running, batch.id)
      if (done !== total) outcome.problems.push(`A finished batch has ${done} of ${total} rows`)
      outcome.problems.push(...batchProblems(file, batch), ...openJobs(file, 'batch'))
      onProgress(`killed after ${doneBefore} of ${total} rows of a batch: ${outcome.problems.length} problems`)
    }
    while (outcome.kills.training < rounds && outcome.problems.length === 0) {
      running ??= await open(dataDir)
      const before = models(file)
      await post(running, '/api/ai/train', {}, 202)
      await until('a training', async () => (await status(running!)).training)
      await pause(Math.random() * 1500)
      await close(running)
      const isStored = models(file).length > before.length
      if (!isStored) outcome.kills.training++
      outcome.problems.push(...(await checkDatabase({ dataDir }, [])), ...modelProblems(file))
      running = await open(dataDir)
      await until('the end of the training', async () => openJobs(file, 'train').length === 0)
      await until('its answer', async () => !(await status(running!)).training)
      const after = models(file)
      if (after.length !== before.length + 1)
        outcome.problems.push(`One training stored ${after.length - before.length} models`)
      outcome.problems.push(...modelProblems(file))
      await untilAnswering(running, file)
      onProgress(`killed ${isStored ? 'just after' : 'in'} a training: ${outcome.problems.length} problems`)
    }
  } finally {
    await running?.server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

async function open(dataDir: string): Promise<Running> {
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' })
  const client = clientOf(server.url)
  const running = { server, client, token: await signIn(client, 'admin', PASSWORD) }
  await until('the engine', async () => (await classify(running)).status === 200)
  // No other writes must happen while rows are counted.
  await until('the first classifications', async () => (await status(running)).waiting === 0)
  return running
}

async function close({ server, client }: Running): Promise<void> {
  await server.kill()
  client.close()
}

const classify = ({ client, token }: Running) =>
  client.send({ method: 'POST', path: '/api/ai/classify-request', token, body: DRAFT })

async function status(running: Running): Promise<AiStatus> {
  return read<AiStatus>(running, '/api/ai/status')
}

async function read<T>({ client, token }: Running, path: string): Promise<T> {
  const { status: code, text } = await client.send({ path, token })
  if (code !== 200) throw new Error(`${path} answered ${code}: ${text}`)
  return JSON.parse(text) as T
}

async function post<T>({ client, token }: Running, path: string, body: object, expected = 200): Promise<T> {
  const { status: code, text } = await client.send({ method: 'POST', path, token, body })
  if (code !== expected) throw new Error(`${path} answered ${code}: ${text}`)
  return JSON.parse(text) as T
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; !(await isSo()); await pause(5)) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}`)
  }
}

function startBatch(running: Running): Promise<Batch> {
  const filter = { status: ['pending', 'in_progress', 'completed', 'rejected', 'cancelled'] }
  return post<Batch>(running, '/api/ai/batches', { filter, kinds: ['classification', 'time'] }, 201)
}

/** Waits until a random number of rows is finished. @returns how many were finished when last seen */
async function untilInTheMiddle(running: Running, id: string): Promise<number> {
  let seen = 0
  const enough = 1 + Math.random() * 5
  await until('a batch to begin', async () => {
    seen = (await read<Batch>(running, `/api/ai/batches/${id}`)).done
    return seen >= enough
  })
  return seen
}

async function untilFinished(running: Running, id: string): Promise<Batch> {
  let batch: Batch | undefined
  await until('a batch to finish', async () => {
    batch = await read<Batch>(running, `/api/ai/batches/${id}`)
    return batch.state === 'finished'
  })
  return batch!
}

/** Queries the database file, with or without a running server. */
function stored<T>(file: string, sql: string, ...parameters: string[]): T[] {
  const raw = new Database(file, { readonly: true, timeout: 300_000 })
  try {
    return raw.prepare<string[], T>(sql).all(...parameters)
  } finally {
    raw.close()
  }
}

/** Every finished row must have exactly one suggestion made since the batch began. */
function batchProblems(file: string, { id, createdAt }: Batch): string[] {
  const [counts] = stored<{ done: number; own: number; suggestions: number; torn: number }>(
    file,
    `select count(i.suggestion_id) as done, count(distinct i.suggestion_id) as own,
       (select count(*) from suggestions s where s.created_at >= ? and s.asked_by_id is not null and s.request_number is not null) as suggestions,
       sum(i.suggestion_id is not null and i.estimated_days is null) as torn
     from batch_items i where i.batch_id = ?`,
    createdAt,
    id,
  )
  const { done, own, suggestions, torn } = counts!
  return done === own && done === suggestions && torn === 0
    ? []
    : [`${done} rows are done, with ${own} suggestions of ${suggestions} stored; ${torn} without an estimate`]
}

function openJobs(file: string, kind: string): string[] {
  return stored<{ id: number }>(file, 'select id from jobs where kind = ? and finished_at is null', kind).map(
    ({ id }) => `Job ${id} (${kind}) is not finished`,
  )
}

interface ModelRow {
  id: number
  content: Buffer | null
  taken_into_use: number
  learned_from: number
}

function models(file: string): ModelRow[] {
  return stored<ModelRow>(file, 'select id, content, taken_into_use, learned_from from models order by id')
}

/** Every stored model must be readable, and the last three must have their content if they were taken into use. */
function modelProblems(file: string): string[] {
  const all = models(file)
  return all.flatMap(({ id, content, taken_into_use }, i) => {
    if (!content) return taken_into_use === 1 && i >= all.length - 3 ? [`Model ${id} is in use without content`] : []
    try {
      loadModel(content)
      return []
    } catch (error) {
      return [`Model ${id} cannot be read: ${String(error)}`]
    }
  })
}

/** Answers must come from the current model, fully loaded. */
async function untilAnswering(running: Running, file: string): Promise<void> {
  const inForce = models(file).findLast(({ content }) => content !== null)
  await until('the model in force', async () => {
    const { status: code, text } = await classify(running)
    if (code !== 200) return false
    return (JSON.parse(text) as { engine: AiStatus['engine'] }).engine?.learnedFrom === (inForce?.learned_from ?? 0)
  })
}
