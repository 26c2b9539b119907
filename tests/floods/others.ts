import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, type Client } from '../../bench/client.ts'
import { PASSWORD, SIGNS_IN } from './office.ts'

export interface Times {
  /** milliseconds from sending the call, ascending */
  list: number[]
  other: number[]
  /** sign-ins with the right password from a new address, and openings of invitations */
  signIn: number[]
  /** unexpected answers, by call and status */
  failures: Record<string, number>
  /** Event loop lag of this process, 99th percentile and maximum: this much of a figure may be its own. */
  ownLag: { p99: number; max: number }
}

const LISTS_PER_SECOND = 30
const OTHERS_PER_SECOND = 8
const SIGN_IN_INTERVAL_MS = 1500
const LAG_RESOLUTION_MS = 2

/** Users who work at a steady rate, whether or not earlier calls are answered. */
export async function workNormally(
  url: URL,
  tokens: readonly string[],
  ordinary: string,
  until: Promise<unknown>,
): Promise<Times> {
  const client = clientOf(url, 100)
  const times: Times = { list: [], other: [], signIn: [], failures: {}, ownLag: { p99: 0, max: 0 } }
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  lag.enable()
  const underWay = new Set<Promise<void>>()
  let isOver = false
  const over = until.finally(() => (isOver = true))

  const every = async (ms: number, call: (i: number) => Promise<void>) => {
    const began = performance.now()
    for (let i = 0; !isOver; i++) {
      await pause(Math.max(0, began + i * ms - performance.now()))
      if (isOver) return
      const work = call(i).finally(() => underWay.delete(work))
      underWay.add(work)
    }
  }
  const measure = async (kind: 'list' | 'other' | 'signIn', expected: number, call: Parameters<Client['send']>[0]) => {
    const began = performance.now()
    const status = await client.send(call).then(
      (answer) => answer.status,
      () => 'broken',
    )
    times[kind].push(performance.now() - began)
    if (status === expected) return
    const name = `${call.method ?? 'GET'} ${call.path.replace(ordinary, '…')}: ${status}`
    times.failures[name] = (times.failures[name] ?? 0) + 1
  }
  const token = (i: number) => tokens[i % tokens.length]!
  const request = `/api/requests/${ordinary}`
  const kinds: ((i: number) => [number, Parameters<Client['send']>[0]])[] = [
    (i) => [200, { path: request, token: token(i) }],
    (i) => [200, { path: `${request}/comments`, token: token(i) }],
    (i) => [200, { path: `${request}/history`, token: token(i) }],
    (i) => [200, { path: '/api/dashboard/stats', token: token(i) }],
    (i) => [
      201,
      { method: 'POST', path: `${request}/comments`, token: token(i), body: { comment: `A remark, the ${i}th` } },
    ],
    (i) => [200, { path: '/api/requests?limit=10&search=tariff', token: token(i) }],
  ]
  await Promise.all([
    over,
    every(1000 / LISTS_PER_SECOND, (i) =>
      measure('list', 200, {
        path: `/api/requests?limit=10&page=${(i % 5) + 1}&sort=createdAt&status=completed`,
        token: token(i),
      }),
    ),
    every(1000 / OTHERS_PER_SECOND, (i) => measure('other', ...kinds[i % kinds.length]!(i))),
    every(SIGN_IN_INTERVAL_MS, async (i) => {
      const headers = { 'x-forwarded-for': `192.168.${1 + (i >> 8)}.${i & 255}` }
      const body = { username: SIGNS_IN, password: PASSWORD }
      await measure('signIn', 200, { method: 'POST', path: '/api/auth/login', headers, body })
      // An invitation that does not exist is looked up like any other.
      await measure('signIn', 404, { method: 'POST', path: '/api/account-links/open', headers, body: { token: 'x' } })
    }),
  ])
  await Promise.all(underWay)
  client.close()
  lag.disable()
  times.ownLag = { p99: lagMs(lag.percentile(99)), max: lagMs(lag.max) }
  for (const kind of ['list', 'other', 'signIn'] as const) times[kind].sort((a, b) => a - b)
  return times
}

/** The histogram is in nanoseconds and includes the interval itself. */
function lagMs(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - LAG_RESOLUTION_MS)
}

export function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
}
