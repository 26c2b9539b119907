import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { AppError } from '../errors.ts'
import { post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { acceptsEncoding } from './compression.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  for (let i = 0; i < 10; i++) await buildRequest(office.db, { requesterId: office.ada.id, title: `Größe ${i}` })
})
afterAll(() => office.close())

function open(url: string, accepted?: string, headers: Record<string, string> = {}) {
  return office.app.inject({
    url,
    headers: {
      authorization: `Bearer ${office.ben.token}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
      ...headers,
    },
  })
}

test('a list is compressed with an encoding that the client accepts, and has a Vary header', async () => {
  const plain = await open('/api/requests')
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json().requests).toHaveLength(10)

  const brotli = await open('/api/requests', 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)

  const gzip = await open('/api/requests', 'gzip;q=1.0, br;q=0')
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)

  for (const none of ['identity', 'br;q=0, gzip;q=0.0', 'zstd', '']) {
    const answer = await open('/api/requests', none)
    expect(answer.headers['content-encoding'], none).toBeUndefined()
    expect(answer.body, none).toBe(plain.body)
  }
})

test('any compressed response has the headers for it, not only lists', async () => {
  const packed = await open('/api/openapi.json', 'br')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  })
})

test('a list has one weak tag, compressed or not', async () => {
  const plain = await open('/api/requests?limit=10')
  const packed = await open('/api/requests?limit=10', 'br')
  expect(plain.headers.etag).toMatch(/^W\/"/)
  expect(packed.headers.etag).toBe(plain.headers.etag)
  const known = { 'if-none-match': String(packed.headers.etag) }
  const unchanged = await open('/api/requests?limit=10', 'br', known)
  expect(unchanged).toMatchObject({ statusCode: 304, body: '' })
  expect(unchanged.headers['content-encoding']).toBeUndefined()
})

test('short responses, refusals, streams, and everything about signing in are not compressed', async () => {
  const app = await buildApp(office.services)
  const config = { public: true }
  const long = { text: 'x'.repeat(3000) }
  app.get('/api/long', { config }, async () => long)
  app.post('/api/long', { config }, async () => long)
  app.get('/api/short', { config }, async () => ({ text: 'x'.repeat(300) }))
  app.get('/api/auth/long', { config }, async () => long)
  app.get('/api/refused', { config }, async () => {
    throw new AppError('bad-input', long.text)
  })
  app.get('/api/stream', { config }, async (_req, reply) => {
    return reply.type('application/json').send(Readable.from([JSON.stringify(long)]))
  })
  const encodingOf = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const { headers } = await app.inject({ method, url, headers: { 'accept-encoding': 'br' } })
    return headers['content-encoding']
  }
  expect(await encodingOf('/api/long')).toBe('br')
  expect(await encodingOf('/api/long', 'POST')).toBeUndefined()
  for (const url of ['/api/short', '/api/auth/long', '/api/refused', '/api/stream']) {
    expect(await encodingOf(url), url).toBeUndefined()
  }
  await app.close()
})

test('the session check of an office with many departments is compressed', async () => {
  const { app, cleo } = office
  for (let i = 0; i < 40; i++) await post(app, cleo, '/api/settings/departments', { name: `Customs station ${i}` })
  const plain = await open('/api/auth/validate')
  const packed = await open('/api/auth/validate', 'br')
  expect(plain.json().user.departments).toHaveLength(45)
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
})

test('an encoding is accepted when it is named and not refused', () => {
  for (const yes of ['br', 'gzip, br', 'BR;q=0.1', 'gzip;q=0, br;q=0.001', ' br ; q=1']) {
    expect(acceptsEncoding(yes, 'br'), yes).toBe(true)
  }
  for (const no of [undefined, '', 'gzip', 'br;q=0', 'br; q=0.000', 'brotli', 'x-br']) {
    expect(acceptsEncoding(no, 'br'), no).toBe(false)
  }
})
