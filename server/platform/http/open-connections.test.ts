import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OpenConnections } from './open-connections.ts'
import { trustedProxies } from './trusted-proxies.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that leaves every call under `/held` unanswered. */
async function open({ perAddress = 3, trustProxy = '', idleMs = 3_600_000 } = {}) {
  const connections = new OpenConnections(trustedProxies(trustProxy), { perAddress, idleMs, sweepMs: 10 })
  const held: ServerResponse[] = []
  const server = createServer((req, res) => {
    connections.carry(req, res, req.headers.authorization ? 'person' : 'stranger')
    if (req.url === '/held') held.push(res)
    else res.end()
  })
  connections.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets: Socket[] = []
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const count = () => new Promise<number>((resolve) => server.getConnections((_, number) => resolve(number)))
  return {
    held,
    count,
    /** Connects, and waits until the connection is accepted. */
    async connect() {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      sockets.push(socket)
      await new Promise((resolve) => server.once('connection', resolve))
      return socket
    },
  }
}

const isClosed = (socket: Socket) => expect.poll(() => socket.destroyed, { timeout: 300_000 }).toBe(true)
const call = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${fields}\r\n`
const answered = (socket: Socket) => new Promise((resolve) => socket.once('data', resolve))

test('a new connection of a full address takes the place of the oldest that has sent no call', async () => {
  const { connect: join, count } = await open()
  const idle = await join()
  idle.write(call('/'))
  await answered(idle)
  const silent = await join()
  const half = await join()
  half.write('GET / HTT')
  const fourth = await join()
  await isClosed(silent)
  const fifth = await join()
  await isClosed(half)
  expect([idle, fourth, fifth].map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  expect(await count()).toBe(3)
})

test('calls of people who have signed in are not ended for new connections', async () => {
  const { connect: join, held } = await open()
  const person = async () => {
    const socket = await join()
    socket.write(call('/held', 'authorization: Bearer x\r\n'))
    return socket
  }
  const first = await person()
  const second = await person()
  await expect.poll(() => held.length).toBe(2)
  const stranger = await join()
  stranger.write(call('/held'))
  await expect.poll(() => held.length).toBe(3)
  const third = await person()
  await isClosed(stranger)
  await expect.poll(() => held.length).toBe(4)
  await isClosed(await join())
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  held[0]!.end()
  await answered(first)
  await join()
  await isClosed(first)
})

test('the connections of a trusted proxy are not bounded', async () => {
  const { connect: join, count } = await open({ trustProxy: 'loopback' })
  const all = [await join(), await join(), await join(), await join()]
  expect(await count()).toBe(4)
  expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false])
})

test('blank lines between calls do not keep a connection open', async () => {
  const { connect: join, held } = await open({ idleMs: 100 })
  const busy = await join()
  busy.write(call('/held'))
  await expect.poll(() => held.length).toBe(1)
  const dripping = await join()
  dripping.write(call('/'))
  await answered(dripping)
  const drip = setInterval(() => dripping.write('\r\n'), 5)
  await isClosed(dripping)
  clearInterval(drip)
  expect(busy.destroyed).toBe(false)
})
