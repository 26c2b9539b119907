import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ServiceRequest } from '../shared/requests.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { type Client, clientOf, signIn } from './client.ts'
import { PASSWORD, type Place } from './databases.ts'
import { EventStreams } from './event-streams.ts'
import { residentMbOf } from './measure-memory.ts'
import { CREATES } from './measure-writes.ts'
import { environmentOf, type Pace, waitUntilIdle } from './office.ts'
import { atLeast, atMost, kilobytes, medianOf, ms, type Row, times } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const STREAMS_PER_PROCESS = 200
/** Sessions have at most twenty. */
const STREAMS_PER_SESSION = 20
const WRITES_PER_SECOND = 20
/** Creates with and without streams take turns, so that other load of the machine meets both alike. */
const ROUNDS = 5

/** What 20 creates a second cost, each followed by a list, and when each of them arrived. */
interface Round {
  creates: number[]
  lists: number[]
  /** from before a create was sent until it arrived, for each of its arrivals */
  deliveries: number[]
  created: number
}

/** Streams of open pages beside writes: one process on SQLite, two on PostgreSQL. */
export async function measureStreams(place: Place, pace: Pace): Promise<Row[]> {
  const servers: ServerProcess[] = []
  const streams = new EventStreams()
  try {
    for (let i = 0; i < (place.databaseUrl ? 2 : 1); i++) servers.push(await startServer(environmentOf(place)))
    await Promise.all(servers.map(({ pid }) => waitUntilIdle(pid)))
    const clients = servers.map(({ url }) => clientOf(url, 64))
    const streamCount = STREAMS_PER_PROCESS * servers.length
    const tokens = await signInOften(clients[0]!, streamCount / STREAMS_PER_SESSION)
    const open = async () => {
      for (const { url } of servers) await streams.open(url, tokens, STREAMS_PER_PROCESS)
    }
    const write = () => writeAndRead(clients, tokens[0]!, streams, 2 * pace.durationMs)
    await write()
    const bare: Round[] = []
    const live: Round[] = []
    const bytes: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      bare.push(await write())
      const before = memoryOf(servers)
      await open()
      bytes.push((memoryOf(servers) - before) / streamCount)
      live.push(await write())
      if (i < ROUNDS - 1) await streams.close()
      await pause(500)
    }
    // What the creates left to do in the background.
    await Promise.all(servers.map(({ pid }) => waitUntilIdle(pid)))
    const idle = place.databaseUrl === undefined ? [] : await queriesWhileIdle(place.databaseUrl, streams, streamCount)
    for (const client of clients) client.close()
    return [...rowsOf(`${streamCount} streams, 20 creates a second`, streamCount, bare, live, bytes[0]!), ...idle]
  } finally {
    await streams.end()
    for (const server of servers) await server.stop()
  }
}

async function signInOften(client: Client, sessions: number): Promise<string[]> {
  const tokens: string[] = []
  for (let i = 0; i < sessions; i++) tokens.push(await signIn(client, ['manager', 'user', 'admin'][i % 3]!, PASSWORD))
  return tokens
}

/** At a fixed rate, however long the answers take. */
async function writeAndRead(
  clients: readonly Client[],
  token: string,
  streams: EventStreams,
  forMs: number,
): Promise<Round> {
  const round: Round = { creates: [], lists: [], deliveries: [], created: 0 }
  await streams.clear()
  const one = async (i: number) => {
    const client = clients[i % clients.length]!
    const sent = performance.timeOrigin + performance.now()
    const before = performance.now()
    const { status, text } = await client.send({ method: 'POST', ...createOf(i), token })
    if (status !== 201) throw new Error(`A create was answered ${status}: ${text}`)
    const stored = performance.now()
    await client.send({ path: '/api/requests?page=1&limit=10', token })
    round.creates.push(stored - before)
    round.lists.push(performance.now() - stored)
    return { sent, requestId: (JSON.parse(text) as ServiceRequest).requestId }
  }
  const begun: ReturnType<typeof one>[] = []
  const started = performance.now()
  for (let i = 0; i < (forMs / 1000) * WRITES_PER_SECOND; i++) {
    await pause(Math.max(0, started + (i * 1000) / WRITES_PER_SECOND - performance.now()))
    begun.push(one(i))
  }
  const done = await Promise.all(begun)
  let arrivals = await streams.arrivals()
  const isMissing = () => done.some(({ requestId }) => (arrivals.get(requestId)?.length ?? 0) < streams.size)
  // What takes more than five seconds is missing.
  for (let i = 0; i < 50 && isMissing(); i++) {
    await pause(100)
    arrivals = await streams.arrivals()
  }
  round.created = done.length
  for (const { sent, requestId } of done)
    for (const at of arrivals.get(requestId) ?? []) round.deliveries.push(at - sent)
  return round
}

function createOf(i: number) {
  const { path, body } = CREATES[i % CREATES.length]!
  return { path, body }
}

function memoryOf(servers: readonly ServerProcess[]): number {
  return servers.reduce((sum, { pid }) => sum + residentMbOf(pid), 0) * 1024 ** 2
}

/** Transactions a second that open streams cause while nobody does anything. */
async function queriesWhileIdle(databaseUrl: string, streams: EventStreams, streamCount: number): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const transactions = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ n: string }>(
      'select xact_commit as n from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]!.n)
  }
  const perSecond = async () => {
    const before = await transactions()
    await pause(10_000)
    return ((await transactions()) - before) / 10
  }
  const withStreams = await perSecond()
  await streams.close()
  await pause(2000)
  const without = await perSecond()
  await client.end()
  const show = (value: number) => `${value.toFixed(1)}/s`
  const limit = `${show(without)} without streams`
  const measured = show(withStreams - without)
  return [
    {
      what: `– queries of all ${streamCount} streams while nothing happens`,
      measured,
      budget: '–',
      limit,
      holds: true,
    },
  ]
}

function rowsOf(what: string, streams: number, bare: Round[], live: Round[], bytes: number): Row[] {
  const all = (rounds: Round[], of: 'creates' | 'lists' | 'deliveries') => rounds.flatMap((round) => round[of])
  const expected = live.reduce((sum, { created }) => sum + created * streams, 0)
  const delivered = all(live, 'deliveries')
  const ratios = live.map(({ creates }, i) => medianOf(creates) / medianOf(bare[i]!.creates))
  const lists = p99(all(bare, 'lists'))
  return [
    atLeast(`${what}: events delivered, of ${formatNumber(expected)}`, delivered.length, expected, whole),
    atMost('– from before the create was sent, p99', p99(delivered), 1000, ms, {
      limit: `median ${ms(medianOf(delivered))}`,
    }),
    atMost('– creates with streams, of those without, median of alternating rounds', medianOf(ratios), 1.1, times, {
      limit: `${ms(medianOf(all(bare, 'creates')))} without, ${ms(medianOf(all(live, 'creates')))} with; rounds ${ratios.map(times).join(', ')}`,
    }),
    atMost('– list meanwhile, p99', p99(all(live, 'lists')), Math.max(10, 1.5 * lists), ms, {
      limit: `${ms(lists)} without streams`,
    }),
    atMost('– memory of a stream', bytes, 20_000, kilobytes),
  ]
}

const whole = (value: number) => formatNumber(value)

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!
}
