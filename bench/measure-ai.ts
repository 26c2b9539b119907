import { setTimeout as pause } from 'node:timers/promises'
import type { AiStatus } from '../shared/ai.ts'
import type { Similar } from '../shared/similar-requests.ts'
import type { RequestList } from '../shared/request-list.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { LocalEngine } from '../server/ai/host/local-engine.ts'
import { signIn } from './client.ts'
import { PASSWORD, toRead } from './databases.ts'
import { residentMb } from './measure-memory.ts'
import type { Office, Pace } from './office.ts'
import { atMost, megabytes, ms, type Row, seconds, times } from './report.ts'

const LIST = [1, 2, 3, 4, 5].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
const TIMEOUT_MS = 10 * 60_000

/** How long people wait for the engine, and how much its training slows down everyone else. */
export async function measureAi(office: Office, requests: number, pace: Pace): Promise<Row[]> {
  const { requests: some } = await office.get<RequestList>('/api/requests?limit=50')
  // Realistic texts that are not stored: title of one request, description of another.
  const drafts = some.map(({ title }, i) => ({
    title: `${title} again`,
    description: some[(i + 7) % some.length]!.description,
  }))
  const ask = (path: string, more: object = {}) =>
    office.ask(drafts.map((draft) => ({ method: 'POST', path, body: { ...draft, ...more } })))
  const indexed = await indexedAfter(office, drafts[0]!)
  const classified = await ask('/api/ai/classify-request')
  const estimated = await ask('/api/ai/predict-time', { priority: 'medium', department: 'it' })
  const similar = await ask('/api/ai/similar', { limit: 10 })
  const all = formatNumber(requests)
  return [
    atMost('One draft classified by the engine', engineAlone(drafts), 5, ms, {
      limit: `${ms(classified.median)} the whole call: compared, estimated, stored`,
    }),
    atMost('One estimate', estimated.median, 20, ms),
    atMost('Ten similar requests', similar.median, 30, ms),
    atMost(`${all} requests indexed for similarity`, indexed, 60, seconds),
    ...(await measureTraining(office, requests, pace)),
  ]
}

/** The median in this process, with the starting model. */
function engineAlone(drafts: { title: string; description: string }[]): number {
  const engine = new LocalEngine()
  engine.load({})
  const times: number[] = []
  for (let round = 0; round < 4; round++) {
    for (const draft of drafts) {
      const started = performance.now()
      engine.classify({ draft })
      // The first round is warm-up (JIT).
      if (round > 0) times.push(performance.now() - started)
    }
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}

/** An office in use has a trained model; the first training of a new office must not overlap a measurement. */
export async function ensureTrained(office: Office): Promise<void> {
  const isTaught = async () => (await statusOf(office)).trainedAt !== null
  if (await isTaught()) return
  await startTraining(office)
  await secondsUntil(isTaught)
}

const statusOf = (office: Office) => office.get<AiStatus>('/api/ai/status')

async function startTraining(office: Office): Promise<void> {
  const authorization = `Bearer ${await signIn(office.client, 'admin', PASSWORD)}`
  const { status } = await office.client.send({ method: 'POST', path: '/api/ai/train', headers: { authorization } })
  if (status !== 202) throw new Error(`Asking for a training answered ${status}`)
  await secondsUntil(async () => (await statusOf(office)).training)
}

async function measureTraining(office: Office, requests: number, pace: Pace): Promise<Row[]> {
  const status = () => statusOf(office)
  const order = { rate: 400, connections: 16, durationMs: pace.durationMs * 2 }
  const quiet = await office.ask(LIST, order)
  const before = residentMb(office)
  await startTraining(office)
  let most = before
  const watching = setInterval(() => (most = Math.max(most, residentMb(office))), 100)
  const started = performance.now()
  // Covers both phases: gathering the rows and learning from them.
  const busy = await office.ask(LIST, { ...order, warmUpMs: 0 })
  if (!(await status()).training) throw new Error('The training ended before the list was measured')
  await secondsUntil(async () => !(await status()).training)
  clearInterval(watching)
  const took = (performance.now() - started) / 1000
  // A minute later, because loading the new model takes some memory for a moment.
  await pause(60_000)
  const retainedMb = residentMb(office) - before
  // The new model is loaded a moment later.
  await secondsUntil(async () => ((await status()).engine?.learnedFrom ?? 0) > 0)
  const { engine } = await status()
  const all = formatNumber(requests)
  return [
    atMost(`List p99 at 400/s while the engine trains in an office of ${all}`, busy.p99, toRead(office.place, 5), ms, {
      limit: `${ms(quiet.p99)} without`,
      ratio: times(busy.p99 / quiet.p99),
    }),
    atMost(`– that training, of ${formatNumber(engine?.learnedFrom ?? 0)} requests`, took, 300, seconds),
    atMost('– memory that it takes at its most', most - before, 1024, megabytes),
    atMost('– memory that the server still holds of it a minute later', retainedMb, 40, megabytes),
  ]
}

/** Seconds from the first question until the similarity index answers. */
export function indexedAfter(office: Office, draft: object): Promise<number> {
  return secondsUntil(async () => (await similarTo(office, draft)).ready)
}

async function similarTo({ client, headers }: Office, draft: object): Promise<Similar> {
  const { status, text } = await client.send({ method: 'POST', path: '/api/ai/similar', headers, body: draft })
  if (status !== 200) throw new Error(`/api/ai/similar answered ${status}: ${text}`)
  return JSON.parse(text) as Similar
}

async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await isSo())) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error('Waited in vain for the engine')
    await pause(50)
  }
  return (performance.now() - started) / 1000
}
