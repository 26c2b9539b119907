import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'
import { ourHosts } from './host.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const LOOPBACK = { host: '127.0.0.1', publicUrl: undefined, trustProxy: undefined }

test('on loopback a foreign name that resolves to this machine is refused for page, metrics and API', async () => {
  const { app, ada } = office
  for (const url of ['/api/requests', '/metrics', '/', '/api/openapi.json', '/api/nothing']) {
    const refused = { statusCode: 421, body: { code: 'wrong-host' } }
    expect(await get(app, ada, url, { host: 'evil.example:3000' }), url).toMatchObject(refused)
  }
  expect((await get(app, ada, '/api/requests', { host: 'localhost:3000' })).statusCode).toBe(200)
  expect((await get(app, null, '/api/health', { host: 'evil.example' })).statusCode).toBe(200)
})

test('a call with two Host headers is refused, whichever names they have', async () => {
  const { app } = office
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const hosts of ['host: localhost\r\nHost: evil.example', 'HOST: localhost\r\nhost: localhost']) {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET /api/health HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*"code":"bad-input"/s)
  }
})

test('loopback names and IP addresses are accepted with any port', () => {
  const isOurs = ourHosts(LOOPBACK)
  for (const host of [
    'localhost',
    'LOCALHOST:80',
    'rfd.localhost:3000',
    '127.0.0.1:3000',
    '127.1.2.3',
    '[::1]:3000',
    '10.0.0.5',
  ])
    expect(isOurs(host), host).toBe(true)
  for (const host of [
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'rfd',
    'localhost:3000@evil.example',
    '127.0.0.1.evil.example',
  ])
    expect(isOurs(host), host).toBe(false)
})

test('with PUBLIC_URL its name is accepted, and otherwise only names that no outsider can have', () => {
  const isOurs = ourHosts({ host: '0.0.0.0', publicUrl: 'https://rfd.office.example', trustProxy: 'loopback' })
  for (const host of [
    'rfd.office.example',
    'RFD.office.example.:443',
    'app:3000',
    '192.168.1.5:3000',
    'localhost:3000',
  ])
    expect(isOurs(host), host).toBe(true)
  for (const host of ['evil.example', 'rfd.office.example.evil.example', 'office.example'])
    expect(isOurs(host), host).toBe(false)
})

test('without PUBLIC_URL an office’s own host name keeps working', () => {
  for (const config of [
    { ...LOOPBACK, host: '0.0.0.0' },
    { ...LOOPBACK, trustProxy: 'loopback' },
  ])
    expect(ourHosts(config)('rfd.customs.example')).toBe(true)
})
