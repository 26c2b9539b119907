import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'

test('of many calls that arrive together few are refused per turn of the event loop, so that others are answered in between', async () => {
  const office = await testApp({ config: { rateLimits: true } })
  const app = await buildApp(office.services)
  const refused: number[] = []
  let turn = 0
  const count = () => {
    turn++
    clock = setImmediate(count)
  }
  let clock = setImmediate(count)
  app.addHook('onError', (_req, _reply, _error, done) => {
    refused[turn] = (refused[turn] ?? 0) + 1
    done()
  })
  app.post('/api/anything', () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = `host: localhost\r\nauthorization: Bearer ${office.ada.token}\r\ncontent-length: 0`
  socket.write(`POST /api/anything HTTP/1.1\r\n${head}\r\n\r\n`.repeat(600))
  socket.resume()
  const all = () => refused.reduce((sum, one) => sum + one, 0)
  try {
    await expect.poll(all, { timeout: 300_000 }).toBeGreaterThan(250)
    expect(Math.max(...Object.values(refused))).toBeLessThan(40)
  } finally {
    clearImmediate(clock)
    socket.destroy()
    await app.close()
    await office.close()
  }
})
