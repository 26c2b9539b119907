import Fastify from 'fastify'
import { createServer, get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { ResponsesInFlight } from './responses-in-flight.ts'
import type { App } from './app.ts'
import { handleError } from './error-handler.ts'
import { delayRefusals } from './delayed-refusals.ts'
import { OpenConnections } from './open-connections.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { scheduleCalls } from './schedule-calls.ts'

/** No held refusal is sent by its timer within a test. */
const NEVER_MS = 3_600_000
const BURST = 20

let app: App
afterEach(() => app.close())

/** `/api/refused` always refuses; a name in `x-person` counts as signed in. */
async function open({ rateLimits = true, mostHeld = 1000 } = {}) {
  const isTrusted = trustedProxies()
  const connections = new OpenConnections(isTrusted)
  const takeTurn = scheduleCalls({ personOf: (token) => token }, new ResponsesInFlight(), connections, isTrusted)
  app = Fastify({
    serverFactory: (answer) => createServer((req, res) => takeTurn(req, res, () => answer(req, res))),
    forceCloseConnections: true,
  }) as never as App
  app.setErrorHandler(handleError)
  app.addHook('onRequest', (req, _reply, done) => {
    const id = req.headers['x-person']
    if (id) req.actor = { id } as never
    done()
  })
  const held = delayRefusals(app, { config: { rateLimits } }, { lateMs: NEVER_MS, mostHeld, now: () => 0 })
  app.post('/api/refused', () => {
    throw new AppError('too-many-calls', 'Too many.', { headers: { 'retry-after': '1' } })
  })
  app.get('/api/refused', () => {
    throw new AppError('too-many-calls', 'Too many.', { headers: { 'retry-after': '1' } })
  })
  app.get('/api/fine', () => ({}))
  const refuse = (person = 'ada') => app.inject({ url: '/api/refused', headers: { 'x-person': person } })
  const refuseAll = async (count: number, person?: string) => {
    for (let i = 0; i < count; i++) expect((await refuse(person)).statusCode).toBe(429)
  }
  return { held, refuse, refuseAll }
}

test('the first refusals of a person are sent at once, further ones late, and each is sent when the server stops', async () => {
  const { held, refuse, refuseAll } = await open()
  await refuseAll(BURST)
  const late = Promise.all([refuse(), refuse()])
  await expect.poll(() => held.size).toBe(2)
  await refuseAll(BURST, 'ben')
  expect((await app.inject({ url: '/api/fine', headers: { 'x-person': 'ada' } })).statusCode).toBe(200)
  expect(held.size).toBe(2)
  await app.close()
  expect((await late).map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [429, '1'],
    [429, '1'],
  ])
  expect(held.size).toBe(0)
})

test('refusals that are held back together are not sent together', async () => {
  const { held, refuse, refuseAll } = await open()
  await refuseAll(BURST)
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  for (let i = 0; i < 40; i++) void refuse()
  await expect.poll(() => held.size).toBe(40)
  const waits = timeout.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms >= NEVER_MS / 2)
  timeout.mockRestore()
  expect(waits).toHaveLength(40)
  expect(Math.max(...waits)).toBeLessThanOrEqual(1.5 * NEVER_MS)
  // All forty within a quarter of that time by chance is practically impossible.
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(NEVER_MS / 4)
})

test('callers without a session share the refusals that are sent at once', async () => {
  const { held } = await open()
  const refuse = (address: string) => app.inject({ url: '/api/refused', remoteAddress: address })
  for (let i = 0; i < BURST; i++) expect((await refuse(`10.0.0.${i}`)).statusCode).toBe(429)
  void refuse('10.0.1.1')
  await expect.poll(() => held.size).toBe(1)
})

test('beyond the limit of held refusals, and with RATE_LIMITS=off, they are sent at once', async () => {
  const bounded = await open({ mostHeld: 1 })
  await bounded.refuseAll(BURST)
  void bounded.refuse()
  await expect.poll(() => bounded.held.size).toBe(1)
  await bounded.refuseAll(BURST)
  await app.close()
  const unlimited = await open({ rateLimits: false })
  await unlimited.refuseAll(2 * BURST)
})

test('held refusals delay no other call of the same caller, and are dropped when the client disconnects', async () => {
  const { held } = await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const call = (path: string, method: string) => {
    const headers = { authorization: 'Bearer ada', 'x-person': 'ada' }
    const req = httpGet({ host: '127.0.0.1', port, path, method, headers, agent: false })
    const status = new Promise<number | undefined>((resolve) => {
      req.once('response', (res: IncomingMessage) => resolve(res.resume().statusCode))
      req.once('error', () => resolve(undefined))
    })
    return { req, status }
  }
  // More than one caller's limit of concurrent calls.
  const late = Array.from({ length: BURST + 40 }, () => call('/api/refused', 'POST'))
  await expect.poll(() => held.size).toBe(40)
  const reads = Array.from({ length: 8 }, () => call('/api/refused', 'GET'))
  await expect.poll(() => held.size).toBe(48)
  expect(await call('/api/fine', 'GET').status).toBe(200)
  for (const { req } of [...late, ...reads]) req.destroy()
  await expect.poll(() => held.size).toBe(0)
})
