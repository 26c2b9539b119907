import { randomUUID } from 'node:crypto'
import type { lookup as resolveName, LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowedAddresses } from '../../platform/outgoing/allowed-lookup.ts'
import { post } from './exchange.ts'

let server: Server
let port: number
let hosts: (string | undefined)[]
beforeAll(async () => {
  server = createServer((req, res) => {
    hosts.push(req.headers.host)
    if (req.url === '/redirect') res.writeHead(307, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
    else res.setHeader('retry-after', '7').end('an answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  hosts = []
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A name server that returns these addresses, one answer for each query. */
function answering(...answers: string[][]) {
  const questions: string[] = []
  const resolve = (name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(questions.length, answers.length - 1)]!
    questions.push(name)
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  // The only overload that is called.
  return { questions, lookup: allowedAddresses(resolve as unknown as typeof resolveName) }
}

const call = () => ({ headers: {}, body: '{}', signal: AbortSignal.timeout(60_000) })
const to = (host: string, path = '') => `http://${host}:${port}${path}`

test('a name is resolved once, and the connection uses the checked address', async () => {
  const { lookup, questions } = answering(['127.0.0.1'], ['169.254.169.254'])
  expect(await post(to('llm.office.example'), call(), lookup)).toEqual({
    status: 200,
    retryAfter: '7',
    text: 'an answer',
  })
  expect([questions, hosts]).toEqual([['llm.office.example'], [`llm.office.example:${port}`]])
})

test.for([
  [['169.254.169.254']],
  [['fd00:ec2::254']],
  [['::ffff:169.254.169.254']],
  [['fe80::1']],
  [['64:ff9b::a9fe:a9fe']],
  [['0.0.0.0']],
  [['127.0.0.1', '169.254.169.254']],
] as [string[]][])('a name that leads to %s is refused before anything is sent', async ([addresses]) => {
  const { lookup } = answering(addresses)
  const refused = { reason: 'unreachable', detail: 'EFORBIDDENADDRESS' }
  // A unique name: a connection that is still open would need no lookup.
  await expect(post(to(`${randomUUID()}.example`), call(), lookup)).rejects.toMatchObject(refused)
  expect(hosts).toEqual([])
})

test('an address that needs no lookup is checked, too', async () => {
  for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '2852039166']) {
    const refused = { reason: 'unreachable', detail: 'EFORBIDDENADDRESS' }
    await expect(post(to(host), call()), host).rejects.toMatchObject(refused)
  }
})

test('loopback and private addresses are allowed, for local models', async () => {
  expect((await post(to('127.0.0.1'), call())).status).toBe(200)
  for (const address of ['10.0.0.5', '192.168.1.5', '172.16.0.9', '127.0.0.1', '::1', 'fd00::1', 'fd12:3456::1']) {
    const { lookup } = answering([address])
    const addresses = await new Promise((resolve) =>
      lookup('llm', { all: true }, (error, all) => resolve(error ?? all)),
    )
    expect(addresses, address).toMatchObject([{ address }])
  }
})

test('a redirect is not followed', async () => {
  expect(await post(to('127.0.0.1', '/redirect'), call())).toMatchObject({ status: 307 })
  expect(hosts).toHaveLength(1)
})
