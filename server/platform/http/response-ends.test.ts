import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'
import type { Person } from '../../testing/cast.ts'
import type { App } from './app.ts'

let office: Awaited<ReturnType<typeof testApp>>
let app: App
let begun = 0
let goOn = () => {}
let until = Promise.resolve()
beforeAll(async () => {
  office = await testApp()
  app = await buildApp(office.services)
  const large = { text: 'x'.repeat(5 * 1024 * 1024) }
  app.get('/api/slow', async () => {
    begun++
    await until
    return large
  })
  app.get('/api/large', async () => large)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await office.close()
})

/** Pipelines several calls over one connection without waiting for the responses. */
function pipeline(person: Person, count: number): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const call = `GET /api/slow HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.token}\r\n\r\n`
  socket.write(call.repeat(count))
  return socket
}

test('calls whose client disconnects before the response, pipelined ones too, free their slots for its next calls', async () => {
  const { ada } = office
  const headers = { authorization: `Bearer ${ada.token}` }
  const { port } = app.server.address() as AddressInfo
  for (let round = 1; round <= 3; round++) {
    until = new Promise((resolve) => (goOn = resolve))
    const expected = begun + 6
    const gone = new Promise((resolve) => app.server.once('connection', (one) => one.once('close', resolve)))
    const socket = pipeline(ada, 6)
    await expect.poll(() => begun).toBe(expected)
    socket.destroy()
    await gone
    goOn()
    const res = await fetch(`http://127.0.0.1:${port}/api/large`, { headers, signal: AbortSignal.timeout(60_000) })
    expect(res.status).toBe(200)
    await res.arrayBuffer()
  }
})
