import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientOf, signIn } from '../../bench/client.ts'
import { canPin, onCore, pinSelf } from '../../bench/load.ts'
import { processorMsOf, waitUntilIdle } from '../../bench/office.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { startPostgres } from '../../server/testing/postgres-server.ts'
import { ENDLESS_PAGES, MAX_LETTER_MS, timeLetter } from './endless-pages.ts'
import type { Answers, Order } from './flood-process.ts'
import { type Around, FLOODS } from './floods.ts'
import {
  addEndlessPages,
  FLOODER,
  FLOODING_MANAGER,
  OTHERS,
  PASSWORD,
  prepareOffice,
  type Stuffed,
  type Where,
} from './office.ts'
import { workNormally } from './others.ts'
import { brokenLimits, type Outcome, table } from './report.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    requests: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
})
const requests = Number(values.requests)
const durationMs = Number(values.seconds) * 1000
if (!(requests >= 200 && durationMs >= 1000 && ['both', 'sqlite', 'postgres'].includes(values.engine))) {
  console.error(
    'npm run test:floods -- [--engine sqlite|postgres] [--requests 3000] [--seconds 8] [--only "words of a name|of another"]',
  )
  process.exit(2)
}

/** In production, attackers and other users are on other machines, so server and clients get separate cores. */
const SERVER_CORE = 0
const CLIENT_CORE = 1

/** Shared by all floods of a server: an earlier one may have blocked the account. */
const signedIn = new WeakMap<ServerProcess, Map<string, string>>()

// An interrupted run also leaves no server or database behind: they are stopped on `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

// Started before this process is pinned to its core: the database may use both.
const postgres = values.engine === 'sqlite' ? undefined : await startPostgres({ settings: [] })
if (values.engine !== 'sqlite' && !postgres) throw new Error('This machine has no PostgreSQL')
process.once('exit', () => postgres?.stop())
pinSelf(CLIENT_CORE)
console.log(canPin ? 'The server has a core of its own.' : 'Server and clients share all cores.')

const outcomes: Outcome[] = []
/** milliseconds until a colleague's letter was read while endless pages wait, by engine */
const letters = new Map<string, number>()
if (values.engine !== 'postgres') outcomes.push(...(await floodEngine('SQLite', undefined)))
if (postgres) outcomes.push(...(await floodEngine('PostgreSQL', postgres.url)))
console.log(`\n${table(outcomes)}`)
for (const [engine, ms] of letters) {
  console.log(`\n${ENDLESS_PAGES} (${engine}): a colleague’s letter was read after ${(ms / 1000).toFixed(1)} s.`)
}
const late = [...letters.values()].filter((ms) => !(ms <= MAX_LETTER_MS))
const broken = outcomes.filter((outcome) => brokenLimits(outcome).length > 0)
console.log(`\n${outcomes.length - broken.length} of ${outcomes.length} held.`)
process.exit(broken.length + late.length > 0 ? 1 : 0)

function isWanted(name: string): boolean {
  return values.only.split('|').some((words) => name.includes(words))
}

/** All floods in sequence against one server; if it has died, it is restarted for the next. */
async function floodEngine(engine: string, databaseUrl: string | undefined): Promise<Outcome[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-floods-'))
  const where: Where = { dataDir, databaseUrl }
  const throwAway = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', throwAway)
  let server: ServerProcess | undefined
  try {
    const stuffed = await prepareOffice(where, requests)
    const environment = {
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
      TRUST_PROXY: 'loopback',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    const outcomes: Outcome[] = []
    for (const name of ['nothing', ...FLOODS.map((flood) => flood.name)]) {
      if (name !== 'nothing' && !isWanted(name)) continue
      server ??= await startServer(environment, onCore(SERVER_CORE))
      // Work left over from an earlier flood must not be measured with this one.
      await waitUntilIdle(server.pid)
      const outcome = await floodOnce(engine, server, stuffed, name)
      outcomes.push(outcome)
      console.log(table([outcome]).split('\n').at(-1))
      if (outcome.isAlive) continue
      await server.kill()
      server = undefined
    }
    if (isWanted(ENDLESS_PAGES)) {
      await server?.kill()
      await addEndlessPages(where)
      server = await startServer(environment, onCore(SERVER_CORE))
      letters.set(engine, await timeLetter(server.url, (await tokensOf(server)).get(OTHERS[0])!, stuffed.ordinary))
    }
    return outcomes
  } finally {
    await server?.kill()
    throwAway()
    process.off('exit', throwAway)
  }
}

async function floodOnce(engine: string, server: ServerProcess, stuffed: Stuffed, flood: string): Promise<Outcome> {
  const client = clientOf(server.url)
  // One address per user, as in an office: a flood's own rate limits must not affect the others.
  const tokens = await tokensOf(server)
  const around: Around = {
    ...stuffed,
    token: tokens.get(FLOODER)!,
    managerToken: tokens.get(FLOODING_MANAGER)!,
    longList: '/api/requests?limit=100&sort=requestId&order=desc',
  }
  const memory = watchMemory(server.pid)
  const processorMs = processorMsOf(server.pid)
  const flooding =
    flood === 'nothing'
      ? pause(durationMs).then((): Answers => ({}))
      : inProcess({ flood, url: server.url.href, around, durationMs })
  const others = OTHERS.map((name) => tokens.get(name)!)
  const [answers, times] = await Promise.all([flooding, workNormally(server.url, others, stuffed.ordinary, flooding)])
  const isAlive = await client.send({ path: '/api/health' }).then(
    ({ status }) => status === 200,
    () => false,
  )
  client.close()
  const busyMs = isAlive ? processorMsOf(server.pid) - processorMs : NaN
  return { engine, flood, isAlive, times, answers, peak: memory.stop(), busyMs }
}

async function tokensOf(server: ServerProcess): Promise<Map<string, string>> {
  const known = signedIn.get(server)
  if (known) return known
  const client = clientOf(server.url)
  const tokens = new Map<string, string>()
  for (const name of [FLOODER, FLOODING_MANAGER, ...OTHERS]) tokens.set(name, await signIn(client, name, PASSWORD))
  client.close()
  signedIn.set(server, tokens)
  return tokens
}

async function inProcess(order: Order): Promise<Answers> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'flood-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const takeAlong = () => child.kill('SIGKILL')
  process.once('exit', takeAlong)
  child.stdin.end(JSON.stringify(order))
  const printed = await text(child.stdout)
  process.off('exit', takeAlong)
  return JSON.parse(printed) as Answers
}

/** Peak memory of a process while it is watched. */
function watchMemory(pid: number): { stop(): number } {
  let peak = 0
  const look = () => {
    try {
      const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      peak = Math.max(peak, Number(resident?.[1] ?? 0) * 1024)
    } catch {
      // The process has exited, or this system has no such file.
    }
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}
