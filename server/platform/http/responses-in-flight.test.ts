import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'
import type { Person } from '../../testing/cast.ts'
import type { App } from './app.ts'

let office: Awaited<ReturnType<typeof testApp>>
let app: App
const STATUS_LINE = 'HTTP/1.1 200'
const readers: Socket[] = []
beforeAll(async () => {
  office = await testApp()
  app = await buildApp(office.services)
  // More than the system's buffers between two sockets hold.
  const huge = { text: 'x'.repeat(12 * 1024 * 1024) }
  app.get('/api/huge', async () => huge)
  app.get('/api/small', async () => ({ text: 'x'.repeat(10_000) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const reader of readers) reader.destroy()
  await app.close()
  await office.close()
})

const base = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const ask = async (person: Person, path: string, encoding = 'identity') => {
  const headers = { authorization: `Bearer ${person.token}`, 'accept-encoding': encoding }
  const res = await fetch(base() + path, { headers })
  return {
    status: res.status,
    retryAfter: res.headers.get('retry-after'),
    body: (await res.json()) as { error?: string },
  }
}

/**
 * Requests a huge response and reads only its beginning. Retries when refused: the server may notice later than the
 * client that an earlier response has been delivered.
 */
async function askAndStall(person: Person): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    readers.push(socket)
    socket.write(`GET /api/huge HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.token}\r\n\r\n`)
    await once(socket, 'readable')
    if (String(socket.read(STATUS_LINE.length)) === STATUS_LINE) return socket
    socket.destroy()
  }
}

test('large responses that are not read are limited per person and in total, and small ones are always sent', async () => {
  const { ada, ben, cleo, dan } = office
  const stalled = await askAndStall(ada)
  expect(await ask(ada, '/api/huge')).toMatchObject({
    status: 503,
    retryAfter: '2',
    body: { error: 'Too many large answers are on their way. Please try again in a moment.', code: 'unavailable' },
  })
  expect((await ask(ada, '/api/small')).status).toBe(200)
  expect((await ask(ben, '/api/huge', 'br')).status).toBe(200)

  await askAndStall(ben)
  await askAndStall(cleo)
  expect((await ask(dan, '/api/huge')).status).toBe(503)
  expect((await ask(dan, '/api/small')).status).toBe(200)
  stalled.destroy()
  await expect.poll(async () => (await ask(dan, '/api/huge')).status, { timeout: 300_000 }).toBe(200)
})
