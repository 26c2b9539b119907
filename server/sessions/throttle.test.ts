import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { post, testApp } from '../testing/app.ts'
import { CAST_PASSWORD } from '../testing/cast.ts'
import { addressKey, countFailure, refuseWhileBlockedIn } from './throttle.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

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

test('failures on one account slow it down, each further one twice as long', async () => {
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

test('while an account is blocked even the right password waits, from anywhere and in any spelling', async () => {
  await fail(5, 'ada')
  expect((await attempt('ADA', CAST_PASSWORD, '198.51.100.9')).statusCode).toBe(429)
  expect((await attempt('ben', CAST_PASSWORD)).statusCode).toBe(200)
  office.clock.forward(1000)
  expect((await attempt('ada', CAST_PASSWORD)).statusCode).toBe(200)
})

test('the delay of an account never grows beyond a quarter of an hour', async () => {
  await office.db.write((tx) =>
    tx
      .insertInto('sign_in_failures')
      .values({
        key: 'account:ada',
        failures: 10_000,
        last_failed_at: office.clock().toISOString(),
        blocked_until: null,
      })
      .execute(),
  )
  await fail(1, 'ada')
  expect((await attempt('ada')).wait).toBe(900)
  expect((await attempt('ada')).body.error).toContain('15 minutes')
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

test('a burst from one address over many accounts cannot overtake it either, and does not learn of a right password', async () => {
  const guesses = Array.from({ length: 70 }, (_, i) => attempt(`burst-${i}`))
  const right = await attempt('ada', CAST_PASSWORD)
  const answers = await Promise.all(guesses)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
  expect(right.statusCode).toBe(429)
})

test('a right password waits for failures that are just being counted', async () => {
  const { db, clock } = office
  const key = addressKey('192.0.2.1')
  const last_failed_at = clock().toISOString()
  const almost = { key, failures: 49, last_failed_at, blocked_until: null }
  await db.write((tx) => tx.insertInto('sign_in_failures').values(almost).execute())
  const counted = Promise.withResolvers<void>()
  const counting = db.write(async (tx) => {
    await countFailure(tx, [key], clock())
    counted.resolve()
    await pause(50)
  })
  await counted.promise
  const asked = db.write((tx) => refuseWhileBlockedIn(tx, [key], clock()))
  await expect(asked).rejects.toMatchObject({ code: 'too-many-attempts' })
  await counting
})

test('an address is its network where one customer has many addresses', () => {
  expect(addressKey('192.0.2.7')).toBe('address:192.0.2.7')
  expect(addressKey('::ffff:192.0.2.7')).toBe('address:192.0.2.7')
  expect(addressKey('192.0.2.7:50123')).toBe('address:192.0.2.7')
  expect(addressKey('[2001:db8:1:2:3:4:5:6]:50123')).toBe('address:2001:db8:1:2::/64')
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('address:2001:db8:1:2::/64')
  expect(addressKey('2001:db8::1')).toBe('address:2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('address:0:0:0:0::/64')
})

test('the header of a proxy that nobody named does not change the address', async () => {
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

test('the header of a named proxy does', async () => {
  const behindProxy = await testApp({ config: { trustProxy: '127.0.0.1' } })
  const signIn = (address: string) =>
    post(behindProxy.app, null, '/api/auth/login', { username: 'x', password: 'x' }, { 'x-forwarded-for': address })
  await signIn('203.0.113.7')
  const rows = await behindProxy.db.read.selectFrom('sign_in_failures').select('key').orderBy('key').execute()
  expect(rows).toEqual([{ key: 'account:x' }, { key: 'address:203.0.113.7' }])
  await behindProxy.close()
})
