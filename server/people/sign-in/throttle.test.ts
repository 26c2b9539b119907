import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { post, testApp } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { sourceOf } from '../../platform/http/address.ts'
import { countFailure, refuseWhileBlockedIn } from './throttle.ts'

const office = await officeOfFile()

async function attempt(username: string, password = 'wrong', remoteAddress = '192.0.2.1') {
  const res = await office.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { username, password },
  })
  return { statusCode: res.statusCode, body: res.json(), wait: Number(res.headers['retry-after'] ?? 0) }
}

async function fail(times: number, username: string, address?: string) {
  for (let i = 0; i < times; i++) expect((await attempt(username, 'wrong', address)).statusCode).toBe(401)
}

test('failures on one account from one address slow it down there, each further one twice as long', async () => {
  await fail(5, 'ada')
  const waits: number[] = []
  for (let i = 0; i < 4; i++) {
    const refused = await attempt('ada')
    expect(refused).toMatchObject({ statusCode: 429, body: { code: 'too-many-attempts' } })
    expect(refused.body.error).toMatch(/^Too many failed attempts\. Please try again in \d+ seconds?\.$/)
    waits.push(refused.wait)
    office.clock.forward(refused.wait * 1000)
    expect((await attempt('ada')).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8])
})

test('while it is blocked there even the right password waits, in any spelling; from elsewhere it does not', async () => {
  await fail(5, 'ada')
  expect((await attempt('ADA', CAST_PASSWORD)).statusCode).toBe(429)
  expect((await attempt('ben', CAST_PASSWORD)).statusCode).toBe(200)
  expect((await attempt('ada', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(200)
  office.clock.forward(1000)
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(200)
})

test('an account tried from many addresses is blocked for new addresses, and open from its own', async () => {
  expect((await attempt('ada', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(200)
  for (let i = 0; i < 20; i++) await fail(1, 'ada', `203.0.${i}.1`)
  const stranger = await attempt('ada', CAST_PASSWORD, '203.0.99.1')
  expect(stranger).toMatchObject({ statusCode: 429, wait: 1 })
  expect((await attempt('ada', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(200)
  // Her own sign-in does not give the other addresses new guesses.
  expect((await attempt('ada', 'wrong', '203.0.98.1')).statusCode).toBe(429)
})

test('an address is the account’s own for ninety days', async () => {
  expect((await attempt('ada', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(200)
  office.clock.forward(90 * 86_400_000)
  for (let i = 0; i < 20; i++) await fail(1, 'ada', `203.0.${i}.1`)
  expect((await attempt('ada', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(429)
})

test('the newest twenty of an account’s own addresses are retained', async () => {
  for (let i = 0; i < 25; i++) {
    office.clock.forward(1000)
    expect((await attempt('ada', CAST_PASSWORD, `198.51.${i}.9`)).statusCode).toBe(200)
  }
  const rows = await office.db.read.selectFrom('sign_in_addresses').select('address').orderBy('last_at').execute()
  expect(rows.map(({ address }) => address)).toEqual(Array.from({ length: 20 }, (_, i) => `198.51.${i + 5}.9`))
})

test.each([
  ['pair', { kind: 'pair', account: 'ada', address: '192.0.2.1' }, 900, '15 minutes'],
  ['account', { kind: 'account', account: 'ada' }, 300, '5 minutes'],
  ['address', { kind: 'address', address: '192.0.2.1' }, 60, '60 seconds'],
] as const)('the delay of a %s never grows beyond its cap', async (_, key, longest, inWords) => {
  const { db, clock } = office
  await db.write((tx) => countFailure(tx, [key], clock()))
  await db.write((tx) => tx.updateTable('sign_in_failures').set({ failures: 10_000 }).execute())
  await fail(1, 'ada')
  const refused = await attempt('ada')
  expect(refused.wait).toBe(longest)
  expect(refused.body.error).toContain(inWords)
})

test('the right password clears the account’s failures', async () => {
  await fail(4, 'ada')
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(200)
  await fail(5, 'ada')
})

test('it clears neither those of another account nor those of the address', async () => {
  await fail(3, 'ben')
  await fail(1, 'ada')
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(200)
  const left = await office.db.read.selectFrom('sign_in_failures').select(['key', 'failures']).orderBy('key').execute()
  expect(left).toEqual([
    { key: 'account:ben', failures: 3 },
    { key: 'address:192.0.2.1', failures: 4 },
    { key: 'pair:192.0.2.1 ben', failures: 3 },
  ])
})

test('failures are forgotten after an hour', async () => {
  await fail(4, 'ada')
  office.clock.forward(3_600_001)
  await fail(5, 'ada')
  expect((await attempt('ada')).statusCode).toBe(429)
})

test('an unknown name is slowed down just as an account is', async () => {
  await fail(5, 'nobody')
  expect((await attempt('nobody')).statusCode).toBe(429)
})

test('one address that tries many accounts is slowed down, others are not', async () => {
  for (let i = 0; i < 50; i++) await fail(1, `guess-${i}`)
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(429)
  expect((await attempt('ada', CAST_PASSWORD, '192.0.2.2')).statusCode).toBe(200)
})

test('a burst of guesses at once cannot overtake the counting', async () => {
  const burst = await Promise.all(Array.from({ length: 30 }, () => attempt('ada')))
  expect(burst.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  expect(burst.filter(({ statusCode }) => statusCode === 429)).toHaveLength(25)
})

test('of a burst from one address over many accounts only the free failures learn that they were wrong', async () => {
  const { db, clock } = office
  const key = { kind: 'address', address: '192.0.2.1' } as const
  await db.write((tx) => countFailure(tx, [key], clock()))
  await db.write((tx) => tx.updateTable('sign_in_failures').set({ failures: 46 }).execute())
  const guesses = Array.from({ length: 7 }, (_, i) => attempt(`burst-${i}`))
  const right = attempt('ada', CAST_PASSWORD)
  const more = Array.from({ length: 20 }, (_, i) => attempt(`more-${i}`))
  const answers = await Promise.all([...guesses, ...more])
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(4)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(23)
  await right
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(429)
})

test('a right password waits for failures that are being counted', async () => {
  const { db, clock } = office
  const key = { kind: 'address', address: '192.0.2.1' } as const
  await db.write((tx) => countFailure(tx, [key], clock()))
  await db.write((tx) => tx.updateTable('sign_in_failures').set({ failures: 49 }).execute())
  const counted = Promise.withResolvers<void>()
  const counting = db.write(async (tx) => {
    await countFailure(tx, [key], clock())
    counted.resolve()
    await pause(50)
  })
  await counted.promise
  const attempt = db.write((tx) => refuseWhileBlockedIn(tx, [key], clock()))
  await expect(attempt).rejects.toMatchObject({ code: 'too-many-attempts' })
  await counting
})

test('an address is its network where one customer has many addresses', () => {
  const plain = { address: '192.0.2.7', network: '192.0.2.0/24', region: '192.0.0.0/16' }
  for (const spelling of ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7:50123']) {
    expect(sourceOf(spelling)).toEqual(plain)
  }
  const six = { address: '2001:db8:1:2::/64', network: '2001:db8:1::/48', region: '2001:db8::/32' }
  expect(sourceOf('[2001:db8:1:2:3:4:5:6]:50123')).toEqual(six)
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toEqual(six)
  expect(sourceOf('2001:db8::1').address).toBe('2001:db8:0:0::/64')
  expect(sourceOf('::1').address).toBe('0:0:0:0::/64')
})

test('the header of a proxy that is not configured does not change the address', async () => {
  for (let i = 0; i < 50; i++) {
    const res = await post(
      office.app,
      null,
      '/api/auth/login',
      { username: `guess-${i}`, password: 'wrong' },
      { 'x-forwarded-for': `203.0.113.${i}` },
    )
    expect(res.statusCode).toBe(401)
  }
  const last = await post(
    office.app,
    null,
    '/api/auth/login',
    { username: 'x', password: 'x' },
    { 'x-forwarded-for': '203.0.113.99' },
  )
  expect(last.statusCode).toBe(429)
})

test('the header of a configured proxy does', async () => {
  const behindProxy = await testApp({ config: { trustProxy: '127.0.0.1' } })
  const signIn = (address: string) =>
    post(behindProxy.app, null, '/api/auth/login', { username: 'x', password: 'x' }, { 'x-forwarded-for': address })
  await signIn('203.0.113.7')
  const rows = await behindProxy.db.read.selectFrom('sign_in_failures').select('key').orderBy('key').execute()
  expect(rows.map(({ key }) => key)).toEqual(['account:x', 'address:203.0.113.7', 'pair:203.0.113.7 x'])
  await behindProxy.close()
})
