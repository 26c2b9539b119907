import { readFileSync } from 'node:fs'
import type { ServiceRequest } from '../shared/requests.ts'
import type { RequestList } from '../shared/request-list.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { indexedAfter } from './measure-ai.ts'
import type { Office } from './office.ts'
import { atMost, megabytes, type Row } from './report.ts'

/** Resident memory after ten thousand mixed calls, and again after using the engine and its index. */
export async function measureMemory(office: Office, indexed: number): Promise<Row[]> {
  const { requests } = await office.get<RequestList>('/api/requests?limit=50')
  const made = await makeMixedCalls(office, requests)
  const mixed = residentMb(office)
  await askEngine(office, requests)
  const all = formatNumber(indexed)
  return [
    atMost(`Memory after ${formatNumber(made)} mixed calls`, mixed, 250, megabytes),
    atMost(
      `– with the engine and the index of ${all} similar requests in use as well`,
      residentMb(office),
      450,
      megabytes,
    ),
  ]
}

async function makeMixedCalls(office: Office, requests: readonly ServiceRequest[]): Promise<number> {
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
  return made
}

/** Makes every call to the engine that the page makes. */
async function askEngine(office: Office, requests: readonly ServiceRequest[]): Promise<void> {
  const drafts = requests.map(({ title, description }) => ({ title: `${title} again`, description }))
  await indexedAfter(office, drafts[0]!)
  const ask = (path: string, more: object) =>
    drafts.map((draft) => ({ method: 'POST', path, body: { ...draft, ...more } }))
  const calls = [
    ...ask('/api/ai/similar', { limit: 10 }),
    ...ask('/api/ai/classify-request', {}),
    ...ask('/api/ai/predict-time', { priority: 'medium', department: 'it' }),
  ]
  await office.ask(calls, { connections: 4, durationMs: 10_000, warmUpMs: 0 })
}

/** Resident memory of the server and its child processes. */
export function residentMb({ server: { pid } }: Office): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children].reduce((sum: number, one) => sum + residentMbOf(one), 0)
}

export function residentMbOf(pid: number | string): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // The process has just exited.
    return 0
  }
}
