import { cpus } from 'node:os'
import pg from 'pg'
import { clientOf, signIn } from './client.ts'
import { PASSWORD, type Place } from './databases.ts'
import { load } from './load.ts'
import type { LoadCall } from './load-process.ts'
import { CREATES } from './measure-writes.ts'
import { environmentOf, type Pace, waitUntilIdle } from './office.ts'
import { ms, perSecond, type Row, times } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const PROCESSES = [1, 2, 3] as const
const CREATING: LoadCall[] = CREATES
const LISTING: LoadCall[] = [{ path: '/api/requests?page=1&limit=10' }]

/** Combined figures of all servers on one database. */
interface Together {
  perSecond: number
  /** processor time of the whole machine per call */
  cpuMs: number
  /** share of the machine's processors that was busy */
  busy: number
}

/** Throughput of one, two and three servers on one database for creates and lists; no process is pinned to a core. */
export async function measureScaling(place: Place, pace: Pace): Promise<Row[]> {
  const creates: Together[] = []
  const lists: Together[] = []
  for (const processes of PROCESSES) {
    await withServers(place, processes, async (urls, quiet) => {
      creates.push(await together(urls, CREATING, { expects: 201, connections: 66, ...pace }))
      await quiet()
      lists.push(await together(urls, LISTING, { expects: 200, connections: 24, ...pace }))
    })
  }
  return [...rowsOf('Durable creates, 66 at once', creates), ...rowsOf('List page, 24 at once', lists)]
}

/**
 * Creates while a commit takes 50 ms, as on a slow disk or with a distant standby. The processors idle, so only something that
 * every write locks could keep servers from adding up.
 */
export async function measureSlowCommits(place: Place, pace: Pace): Promise<Row[]> {
  await slowDownCommits(place.databaseUrl!)
  const rates: number[] = []
  for (const processes of PROCESSES) {
    await withServers(place, processes, async (urls) => {
      rates.push((await together(urls, CREATING, { expects: 201, connections: 66, ...pace })).perSecond)
    })
  }
  const [one] = rates
  return rates.map((rate, i) => {
    const least = [0, 1.5, 2][i]!
    return {
      what: `Durable creates, a commit takes 50 ms, 66 at once, ${named(PROCESSES[i]!)}`,
      measured: perSecond(rate),
      budget: i === 0 ? '–' : `at least ${least} times one process`,
      ...(i > 0 && { limit: `${perSecond(one!)} with one`, ratio: times(rate / one!) }),
      holds: rate >= least * one!,
    }
  })
}

const named = (processes: number) => (processes === 1 ? 'one process' : `${processes} processes`)

/** For sessions that begin later. */
async function slowDownCommits(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const database = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  await client.query(`alter database ${database} set commit_delay = 50000`)
  await client.query(`alter database ${database} set commit_siblings = 0`)
  await client.end()
}

/** Starts servers on one database and waits until they have classified the new requests, and so again by `quiet`. */
async function withServers(
  place: Place,
  processes: number,
  measure: (urls: URL[], quiet: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const servers: ServerProcess[] = []
  try {
    for (let i = 0; i < processes; i++) servers.push(await startServer(environmentOf(place)))
    const quiet = () => Promise.all(servers.map(({ pid }) => waitUntilIdle(pid)))
    await quiet()
    const urls = servers.map(({ url }) => url)
    await measure(urls, quiet)
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Calls per second of all servers; the connections are divided among them. */
async function together(
  urls: URL[],
  calls: LoadCall[],
  { connections, durationMs, warmUpMs, expects }: Pace & { expects: number; connections: number },
): Promise<Together> {
  const client = clientOf(urls[0]!)
  const headers = { authorization: `Bearer ${await signIn(client, 'manager', PASSWORD)}` }
  client.close()
  const order = {
    calls: calls.map((call) => ({ ...call, headers })),
    connections: connections / urls.length,
    expects,
    warmUpMs: 0,
  }
  const ask = (forMs: number) => Promise.all(urls.map(({ href }) => load({ ...order, url: href, durationMs: forMs })))
  // Warm-up: each process compiles its own code, on processors shared with the others, and is at its full speed after
  // some 30,000 calls.
  await ask(warmUpMs * 12 * urls.length)
  const [before, started] = [busyMs(), performance.now()]
  const results = await ask(durationMs)
  const [cpuMs, tookMs] = [busyMs() - before, performance.now() - started]
  const made = results.reduce((sum, result) => sum + result.calls, 0)
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0)
  return { perSecond, cpuMs: cpuMs / made, busy: cpuMs / tookMs / cpus().length }
}

/** Processor time that the machine has spent, in milliseconds. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
}

/** Two processes must do more than one. If one already saturates the processors, two must not need more time per call. */
function rowsOf(what: string, figures: Together[]): Row[] {
  const [one] = figures
  return figures.map(({ perSecond: rate, cpuMs, busy }, i) => {
    const isFull = one!.busy > 0.9
    const cost = `${ms(cpuMs)} of the processors for each`
    return {
      what: `${what}, ${named(PROCESSES[i]!)}`,
      measured: `${perSecond(rate)}, ${cost}, ${Math.round(busy * 100)} % busy`,
      budget: i === 1 ? (isFull ? 'at most 1.1 times the processor time' : 'more than one process') : '–',
      ...(i > 0 && { limit: `${perSecond(one!.perSecond)} with one`, ratio: times(rate / one!.perSecond) }),
      holds: i !== 1 || (isFull ? cpuMs <= one!.cpuMs * 1.1 : rate > one!.perSecond),
    }
  })
}
