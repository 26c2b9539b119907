import { toRead } from './databases.ts'
import { residentMb } from './measure-memory.ts'
import type { Office, Pace } from './office.ts'
import { atMost, megabytes, ms, type Row } from './report.ts'

const FLOW = '/api/analytics/flow'
const FILTERED = [
  '?department=it',
  '?priority=high,critical',
  '?days=working',
  '?assignee=unassigned',
  '?from=2026-01-01',
]

/** The whole screen's figures, and what their computing costs others. */
export async function measureAnalytics(office: Office, pace: Pace): Promise<Row[]> {
  const { place } = office
  const before = residentMb(office)
  const cold = await timed(() => office.get(FLOW))
  const grown = residentMb(office) - before
  const rows = [atMost('Analytics, all panels, first question to a process', cold, toRead(place, 300), ms)]

  const warm = await office.ask(FLOW)
  const filtered = await office.ask(FILTERED.map((query) => ({ path: FLOW + query })))
  const forecast = await office.ask('/api/analytics/forecast')
  const whatIf = await office.ask('/api/analytics/what-if?people=120')
  rows.push(
    atMost('– once the history is in memory', warm.median, toRead(place, 50), ms),
    atMost(
      '– of a department, a priority, a person, working days, another period',
      filtered.median,
      toRead(place, 50),
      ms,
    ),
    atMost('Forecast with its back-test', forecast.median, toRead(place, 50), ms),
    atMost('What-if', whatIf.median, toRead(place, 300), ms),
    atMost('Memory of the history', grown, 150, megabytes),
  )
  return [...rows, await listMeanwhile(office, pace)]
}

/** Somebody turns pages while somebody else changes filters without a pause. */
async function listMeanwhile(office: Office, pace: Pace): Promise<Row> {
  const list = [1, 2, 3, 4, 5].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
  const order = { rate: 400, connections: 16, durationMs: pace.durationMs * 2 }
  const quiet = await office.ask(list, order)
  const [busy] = await Promise.all([
    office.ask(list, order),
    office.ask(
      FILTERED.map((query) => ({ path: FLOW + query })),
      { durationMs: order.durationMs + 500 },
    ),
  ])
  return atMost('List p99 at 400/s while analytics are asked for', busy.p99, toRead(office.place, 5), ms, {
    limit: `${ms(quiet.p99)} without`,
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
