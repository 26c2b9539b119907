import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'

test('work aborted because its client has disconnected is no failure in the log, another failure is', async () => {
  const lines: string[] = []
  const office = await testApp({ logTo: { write: (line) => void lines.push(line) } })
  const app = await buildApp(office.services)
  const failures = [new DOMException('This operation was aborted', 'AbortError'), new Error('A fault of ours')]
  const begun = Promise.withResolvers<void>()
  let count = 0
  app.get('/api/long', async (_req, reply) => {
    const failure = failures[count++]
    if (count === failures.length) begun.resolve()
    await once(reply.raw, 'close')
    throw failure
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = failures.map(() => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET /api/long HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${office.ada.token}\r\n\r\n`)
    return socket
  })
  await begun.promise
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => lines.join(''), { timeout: 300_000 }).toContain('A fault of ours')
  await app.close()
  await office.close()
  expect(lines.join('')).not.toContain('This operation was aborted')
})
