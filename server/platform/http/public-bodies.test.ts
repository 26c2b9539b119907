import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import type { App } from './app.ts'

const SIGN_IN = JSON.stringify({ username: 'ada', password: CAST_PASSWORD })
const COMMON = 'host: localhost\r\ncontent-type: application/json'

let office: Awaited<ReturnType<typeof testApp>>
let app: App
let port: number
beforeAll(async () => {
  office = await testApp()
  app = await buildApp(office.services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await app.close()
  await office.close()
})

/** A connection that has sent these bytes. */
function send(bytes: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.on('error', () => {})
  return socket
}

/** Everything that is answered to these bytes until the server closes the connection. */
const answersTo = (bytes: string) => text(send(bytes))

function head(path: string, fields: string): string {
  return `POST ${path} HTTP/1.1\r\n${COMMON}\r\n${fields}\r\n\r\n`
}

/** A call whose body has not arrived completely. */
const halfSent = (path: string, fields = '') => `${head(path, `${fields}content-length: ${SIGN_IN.length}`)}{`
const whole = (path: string, body: string) =>
  `${head(path, `connection: close\r\ncontent-length: ${Buffer.byteLength(body)}`)}${body}`

test('two hundred half-sent bodies of an address take no turn from its other calls', async () => {
  const open = await Promise.all(
    ['/api/auth/login', '/api/account-links/open', '/api/account-links/use', '/api/setup'].flatMap((path) =>
      Array.from({ length: 50 }, async () => {
        const socket = send(halfSent(path))
        await once(socket, 'connect')
        return socket
      }),
    ),
  )
  expect(await answersTo(whole('/api/auth/login', SIGN_IN))).toContain('HTTP/1.1 200 OK')
  expect(await answersTo(whole('/api/account-links/open', '{"token":"x"}'))).toContain('"code":"link-not-valid"')
  for (const socket of open) socket.destroy()
})

test.each([
  ['a body that drips', '/api/auth/login'],
  ['a body to an unknown address', '/nowhere'],
])('%s does not keep its connection', async (_, path) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = send(halfSent(path))
  const seen = vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await seen
  const answer = text(socket)
  for (let second = 0; second < 5; second++) {
    socket.write(' ')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await answer).toMatch(/^HTTP\/1.1 408 .*"code":"bad-input"/s)
})

test('a signed-in person may send slowly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const body = JSON.stringify({ comment: 'Slowly.' })
  const fields = `connection: close\r\nauthorization: Bearer ${office.ada.token}\r\ncontent-length: ${body.length}`
  const socket = send(`${head('/api/requests/RFD-2026-9999/comments', fields)}{`)
  await once(socket, 'connect')
  await vi.advanceTimersByTimeAsync(60_000)
  socket.write(body.slice(1))
  expect(await text(socket)).toContain('"code":"not-found"')
})

test('a body is read in whatever way it arrives', async () => {
  const size = SIGN_IN.length.toString(16)
  const chunks = `${size}\r\n${SIGN_IN}\r\n0\r\n\r\n`
  const chunked = `${head('/api/auth/login', 'connection: close\r\ntransfer-encoding: chunked')}${chunks}`
  expect(await answersTo(chunked)).toContain('HTTP/1.1 200 OK')
  const expecting = send(
    head('/api/auth/login', `connection: close\r\nexpect: 100-continue\r\ncontent-length: ${SIGN_IN.length}`),
  )
  const answers = text(expecting)
  await once(expecting, 'data')
  expecting.write(SIGN_IN)
  expect(await answers).toMatch(/^HTTP\/1.1 100 Continue.*HTTP\/1.1 200 OK/s)
  const keepAlive = `${head('/api/auth/login', `content-length: ${SIGN_IN.length}`)}${SIGN_IN}`
  const pipelined = await answersTo(keepAlive + keepAlive + whole('/api/auth/login', SIGN_IN))
  expect(pipelined.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3)
})

test('a body above the limit is refused without being awaited', async () => {
  expect(await answersTo(`${head('/api/auth/login', 'content-length: 100000')}{`)).toContain('HTTP/1.1 413')
  const chunked = `${head('/api/auth/login', 'transfer-encoding: chunked')}2329\r\n${'x'.repeat(9001)}\r\n`
  expect(await answersTo(chunked)).toContain('HTTP/1.1 413')
})
