import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { AppError } from '../errors.ts'
import { get, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { CallTimes } from './metrics.ts'

type Series = ReturnType<CallTimes['all']> extends Iterable<infer S> ? S : never

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

test('health says that the process is alive, and ready that the database answers', async () => {
  expect(await get(office.app, null, '/api/health')).toMatchObject({ statusCode: 200, body: { status: 'ok' } })
  expect(await get(office.app, null, '/api/ready')).toMatchObject({ statusCode: 200, body: { status: 'ready' } })
})

test('without its database the process is alive and not ready', async () => {
  const lines: string[] = []
  const cause = new Error('connect ECONNREFUSED')
  const ping = () => Promise.reject(new AppError('unavailable', 'The database cannot be reached.', { cause }))
  const logTo = { write: (line: string) => lines.push(line) }
  const app = await buildApp({ ...office.services, logTo, db: { ...office.db, ping } })
  expect((await get(app, null, '/api/health')).statusCode).toBe(200)
  const { statusCode, body } = await get(app, null, '/api/ready')
  expect(statusCode).toBe(503)
  expect(body).toEqual({
    error: 'The database cannot be reached.',
    code: 'unavailable',
    reference: expect.any(String),
  })
  // The reference in the response leads to the cause in the log.
  const logged = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
  expect(logged).toMatchObject([{ level: 40, ref: body.reference, err: { message: 'connect ECONNREFUSED' } }])
  await app.close()
})

test('the document describes the calls from the schemas that check them', async () => {
  const { body } = await get(office.app, null, '/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(body.components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
  expect(body.security).toEqual([{ bearer: [] }])
  const put = body.paths['/api/profile'].put
  const change = put.requestBody.content['application/json'].schema
  expect(change.required).toEqual(['firstName', 'lastName', 'email', 'department'])
  expect(change.additionalProperties).toBe(false)
  expect(put.responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Profile' })
  expect(put.responses['401'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Problem' })
  expect(body.components.schemas.Problem.required).toEqual(['error', 'code'])
})

test('every reference in the document resolves', async () => {
  const { body } = await get(office.app, null, '/api/openapi.json')
  const references = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(references.length).toBeGreaterThan(20)
  for (const name of new Set(references)) expect(body.components.schemas, name).toHaveProperty(String(name))
})

test('the reference can be browsed without inline scripts', async () => {
  const page = await get(office.app, null, '/api/docs/')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
  const files = [...page.body.matchAll(/(?:src|href)="\.(\/static\/[^"]+)"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect((await get(office.app, null, `/api/docs${file}`)).statusCode, file).toBe(200)
})

test('metrics count calls by route, for callers on this machine', async () => {
  await get(office.app, null, '/api/users')
  await get(office.app, null, '/api/secret-word')
  const { body, headers, statusCode } = await get(office.app, null, '/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/users",status="401"\} \d+/)
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(body).not.toContain('secret-word')
  for (const line of body.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [\d.e+-]+)$/)
})

test('the buckets of a histogram grow, and the last holds every call', async () => {
  await get(office.app, null, '/api/health')
  const { body } = await get(office.app, null, '/metrics')
  const counts = [...body.matchAll(/_bucket\{method="GET",route="\/api\/health",status="200",le="[^"]+"\} (\d+)/g)].map(
    ([, count]) => Number(count),
  )
  const total = Number(/_count\{method="GET",route="\/api\/health",status="200"\} (\d+)/.exec(body)?.[1])
  expect(counts.length).toBeGreaterThan(1)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(total)
})

test('a call is counted in the first bucket that it fits into, and in none when it took too long', () => {
  const times = new CallTimes()
  for (const ms of [0.4, 1, 1.1, 5000, 5001]) times.add({ method: 'GET', route: '/x', status: 200, ms, reference: 'r' })
  times.add({ method: 'GET', route: '/y', status: 200, ms: 1, reference: 'r' })
  const [{ buckets, count, seconds }, ...others] = [...times.all()] as [Series, ...Series[]]
  expect({ count, seconds }).toEqual({ count: 5, seconds: expect.closeTo(10.0035, 6) })
  expect(buckets).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(others).toMatchObject([{ count: 1 }])
})

test('the start time of the process is given in seconds', async () => {
  const { body } = await get(office.app, null, '/metrics')
  const started = Number(/^process_start_time_seconds (\S+)$/m.exec(body)?.[1])
  expect(started).toBeLessThanOrEqual(Date.now() / 1000)
  expect(started).toBeGreaterThan(Date.now() / 1000 - 86_400)
})

test('metrics are 404 for other callers', async () => {
  const from = (remoteAddress: string, headers = {}) => office.app.inject({ url: '/metrics', remoteAddress, headers })
  expect((await from('192.0.2.1')).statusCode).toBe(404)
  // A proxy on this machine forwards calls from anywhere.
  expect((await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404)
  expect((await from('127.0.0.1', { forwarded: 'for=192.0.2.1' })).statusCode).toBe(404)
  for (const name of ['via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'])
    expect((await from('127.0.0.1', { [name]: 'x' })).statusCode, name).toBe(404)
})

test('behind a proxy that says nothing only the token opens the metrics', async () => {
  const config = { ...office.services.config, trustProxy: 'loopback', metricsToken: 'a token' }
  const app = await buildApp({ ...office.services, config })
  expect((await get(app, null, '/metrics')).statusCode).toBe(404)
  expect((await get(app, null, '/metrics', { authorization: 'Bearer a token' })).statusCode).toBe(200)
  await app.close()
})

test('with a token configured, only callers who send it read the metrics', async () => {
  const app = await buildApp({ ...office.services, config: { ...office.services.config, metricsToken: 'let-me-see' } })
  const ask = (headers = {}) => app.inject({ url: '/metrics', remoteAddress: '192.0.2.1', headers })
  expect((await ask({ authorization: 'Bearer let-me-see' })).statusCode).toBe(200)
  expect((await ask({ authorization: 'Bearer let-me-see!' })).statusCode).toBe(404)
  expect((await ask()).statusCode).toBe(404)
  await app.close()
})

test('no browser stores an answer about people, whether it has a tag or not', async () => {
  const { app, db, ben } = office
  const { id } = await buildRequest(db, { requesterId: ben.id })
  const own = ['/profile', '/profile/sessions', '/auth/validate', '/ai/conversations/current', '/ai/batches']
  const tagged = ['/users', '/requests', `/requests/${id}`, `/requests/${id}/history`, `/requests/${id}/comments`]
  for (const url of [...own, ...tagged]) {
    const { statusCode, headers } = await get(app, ben, `/api${url}`)
    expect(statusCode, url).toBe(200)
    expect(headers['cache-control'], url).toBe('no-store')
    expect(headers.etag !== undefined, url).toBe(tagged.includes(url))
  }
})
