import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SNAPSHOT_FILE } from '../server/analytics/flow-history.ts'
import type { Problem } from '../shared/problem.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { type Place, toRead } from './databases.ts'
import { residentMb } from './measure-memory.ts'
import type { Office, Pace } from './office.ts'
import { atLeast, atMost, medianOf, megabytes, ms, perSecond, type Row, times } from './report.ts'

const FLOW = '/api/analytics/flow'
const THREE_YEARS = `?from=${new Date(Date.now() - 3 * 365 * 86_400_000).toISOString().slice(0, 10)}`
const FILTERED = ['?department=it', '?priority=high,critical', '?days=working', '?assignee=unassigned'].map(
  (query) => ({
    path: FLOW + query,
  }),
)
/** Fresh processes that are started for the cold measurement. */
const STARTS = 5

/** Runs a measurement on a freshly started server. */
type WithServer = <T>(measure: (office: Office) => Promise<T>) => Promise<T>

interface Budget {
  /** without a snapshot: the whole history is read */
  read: number
  cold: number
  warm: number
  forecast: number
  whatIf: number
  memory: number
}
const USUAL: Budget = { read: 2000, cold: 300, warm: 50, forecast: 50, whatIf: 300, memory: 150 }

/** All figures of the page, and how much computing them slows down others. */
export async function measureAnalytics(place: Place, withServer: WithServer, pace: Pace): Promise<Row[]> {
  const rows = await measureFlow(place, withServer, USUAL)
  return [...rows, ...(await withServer((office) => listMeanwhile(office, pace)))]
}

/** Ten times the data takes ten times as long, on a page that few people open: it only has to work. */
export function measureManyAnalytics(place: Place, withServer: WithServer): Promise<Row[]> {
  return measureFlow(place, withServer, {
    read: 15_000,
    cold: 3000,
    warm: 500,
    forecast: 500,
    whatIf: 3000,
    memory: 500,
  })
}

async function measureFlow(place: Place, withServer: WithServer, budget: Budget): Promise<Row[]> {
  const allowed = (name: keyof Budget) => toRead(place, budget[name])
  rmSync(join(place.dataDir, SNAPSHOT_FILE), { force: true })
  const read = await withServer((office) => timed(() => untilRead(office)))
  const cold: number[] = []
  for (let start = 0; start < STARTS; start++) cold.push(await withServer((office) => timed(() => untilRead(office))))
  return withServer(async (office) => {
    const before = residentMb(office)
    const { requests } = await office.get<{ requests: number }>(FLOW)
    const warm = await office.ask(FLOW)
    const filtered = await office.ask(FILTERED)
    const threeYears = await office.ask(FLOW + THREE_YEARS)
    const forecast = await office.ask('/api/analytics/forecast')
    const whatIf = await office.ask('/api/analytics/what-if?people=120')
    const memory = residentMb(office) - before
    const known = await unchanged(office)
    const inMemory = `${ms(warm.median)} in memory`
    return [
      atMost(
        `Analytics of ${formatNumber(requests)}, all panels: first question ever, all is read`,
        read,
        allowed('read'),
        ms,
      ),
      atMost('– first question to a process, median of 5', medianOf(cold), allowed('cold'), ms, {
        limit: inMemory,
        ratio: times(medianOf(cold) / warm.median),
      }),
      atMost('– once the history is in memory', warm.median, allowed('warm'), ms),
      atMost('– of a department, a priority, nobody’s, in working days', filtered.median, allowed('warm'), ms, {
        limit: inMemory,
        ratio: times(filtered.median / warm.median),
      }),
      atMost('– of three years', threeYears.median, allowed('warm'), ms, {
        limit: inMemory,
        ratio: times(threeYears.median / warm.median),
      }),
      known,
      atMost('Forecast with its back-test', forecast.median, allowed('forecast'), ms),
      atMost('What-if', whatIf.median, allowed('whatIf'), ms),
      atMost('Memory of the history and its thread', memory, budget.memory, megabytes),
    ]
  })
}

/** Repeated by a client with a current ETag: the page refetches its open figures whenever it becomes visible. */
async function unchanged(office: Office): Promise<Row> {
  const { headers } = await office.client.send({ path: FLOW, headers: office.headers })
  const again = { path: FLOW, headers: { 'if-none-match': headers.etag ?? '' } }
  const { perSecond: made } = await office.ask([again], { connections: 8, expects: 304 })
  return atLeast('– asked again, unchanged (304)', made, 2000, perSecond)
}

/** Alternating runs of the list with and without analytics: a core that slows down for a while affects both. */
const TURNS = 4

/** One user pages through the list while another changes filters without a pause. */
async function listMeanwhile(office: Office, pace: Pace): Promise<Row[]> {
  const list = [1, 2, 3, 4, 5].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
  const order = { rate: 400, connections: 16, durationMs: pace.durationMs }
  const analytics = [...FILTERED, { path: FLOW }, { path: FLOW + THREE_YEARS }]
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    quiet.push((await office.ask(list, order)).p99)
    const [beside] = await Promise.all([
      office.ask(list, order),
      office.ask(analytics, { durationMs: order.durationMs + pace.warmUpMs }),
    ])
    busy.push(beside.p99)
  }
  const [without, beside] = [medianOf(quiet), medianOf(busy)]
  const more = { limit: `${ms(without)} without`, ratio: times(beside / without) }
  const what = `List p99 at 400/s while analytics are asked for without a pause, median of ${TURNS} turns`
  return [atMost(what, beside, toRead(office.place, 5), ms, more)]
}

/** Retries as the page does while the history is being read. */
async function untilRead({ client, headers }: Office): Promise<void> {
  for (;;) {
    const answer = await client.send({ path: FLOW, headers })
    if (answer.status === 200) return
    const { code } = JSON.parse(answer.text) as Problem
    if (code !== 'history-loading') throw new Error(`${FLOW} answered ${answer.status}: ${answer.text}`)
    await pause(Number(answer.headers['retry-after']) * 1000)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
