import { SqliteAdapter } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db, Reader } from '../../platform/database/db.ts'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { testApp } from '../../testing/app.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { SignInLookups } from './sign-in-lookups.ts'
import { countFailure, type ThrottleKey } from './throttle.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterEach(() => vi.restoreAllMocks())
afterAll(() => office.close())

/** Wraps the database to count its queries, in total and concurrently. */
function watched(db: Db) {
  const calls = { times: 0, underWay: 0, most: 0 }
  const executeQuery: Reader['executeQuery'] = async (query, options) => {
    calls.times++
    calls.most = Math.max(calls.most, ++calls.underWay)
    await pause(1)
    return db.read.executeQuery(query, options).finally(() => calls.underWay--)
  }
  // Another adapter, so that a query does not bypass `executeQuery`.
  const getExecutor = () => (db.engine === 'sqlite' ? { adapter: new SqliteAdapter() } : db.read.getExecutor())
  const own = { executeQuery, getExecutor } as object as Reader
  const read = new Proxy(db.read, {
    get: (target, name: keyof Reader) => own[name] ?? (target[name] as () => unknown).bind(target),
  })
  return { calls, db: { ...db, read } }
}

function watchedLookups() {
  const { calls, db } = watched(office.db)
  return { calls, lookups: new SignInLookups({ db, clock: office.clock }) }
}

async function block(key: ThrottleKey, failures = 60) {
  await office.db.write((tx) => countFailure(tx, [key], office.clock()))
  await office.db.write((tx) => tx.updateTable('sign_in_failures').set({ failures }).execute())
  await office.db.write((tx) => countFailure(tx, [key], office.clock()))
}

const refused = { code: 'too-many-attempts' }

test('all facts about an attempt are read in one query', async () => {
  const { calls, lookups } = watchedLookups()
  expect(await lookups.ask('ada', '192.0.2.1')).toEqual({
    account: 'ada',
    userId: 'user-ada',
    isOwn: false,
    isKnown: false,
  })
  expect(await lookups.ask('nobody', '192.0.2.1')).toEqual({
    account: 'nobody',
    userId: undefined,
    isOwn: false,
    isKnown: false,
  })
  expect(calls.times).toBe(2)
  const payload = { username: 'ada', password: CAST_PASSWORD }
  const options = { method: 'POST', url: '/api/auth/login', remoteAddress: '192.0.2.1', payload } as const
  expect((await office.app.inject(options)).statusCode).toBe(200)
  expect(await lookups.ask('ada', '192.0.2.1')).toMatchObject({ isOwn: true, isKnown: true })
  expect(await lookups.ask('ben', '192.0.2.1')).toMatchObject({ isOwn: false, isKnown: true })
  office.clock.forward(90 * 86_400_000)
  expect(await lookups.ask('ada', '192.0.2.1')).toMatchObject({ isOwn: false, isKnown: false })
})

test.each<ThrottleKey>([
  { kind: 'pair', account: 'ada', address: '192.0.2.1' },
  { kind: 'address', address: '192.0.2.1' },
])('an attempt refused again asks nothing: %o', async (key) => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await block(key)
  const { calls, lookups } = watchedLookups()
  await lookups.refuseIfBlockCached('ada', '192.0.2.1')
  await expect(lookups.ask('ada', '192.0.2.1')).rejects.toMatchObject(refused)
  for (let i = 0; i < 100; i++) {
    await expect(lookups.refuseIfBlockCached('ada', '192.0.2.1')).rejects.toMatchObject(refused)
  }
  expect(calls.times).toBe(1)
  await lookups.refuseIfBlockCached('ada', '192.0.2.2')
})

test('for a blocked account its own addresses are read once, however many others try it', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await block({ kind: 'account', account: 'ada' })
  const last_at = office.clock().toISOString()
  await office.db.write((tx) =>
    tx.insertInto('sign_in_addresses').values({ user_id: 'user-ada', address: '198.51.100.9', last_at }).execute(),
  )
  const { calls, lookups } = watchedLookups()
  await expect(lookups.ask('ada', '203.0.113.1')).rejects.toMatchObject(refused)
  const others = Array.from({ length: 100 }, (_, i) => lookups.refuseIfBlockCached('ada', `203.0.113.${i}`))
  for (const other of await Promise.allSettled(others)) expect(other).toMatchObject({ reason: refused })
  await lookups.refuseIfBlockCached('ada', '198.51.100.9')
  expect(calls.times).toBe(2)
})

test('of a hundred attempts before the block is cached, only the first few query it', async () => {
  await block({ kind: 'account', account: 'ada' })
  const { calls, lookups } = watchedLookups()
  const attempts = Array.from({ length: 100 }, (_, i) =>
    runAsCaller({ key: `10.0.0.${i}` }, () => lookups.ask('ada', `10.0.0.${i}`)),
  )
  for (const attempt of await Promise.allSettled(attempts)) expect(attempt).toMatchObject({ reason: refused })
  expect(calls.times).toBeLessThan(6)
})

test('a block ends with its time, and at once when it is lifted in this process', async () => {
  await block({ kind: 'address', address: '192.0.2.1' }, 52)
  const { lookups } = watchedLookups()
  await expect(lookups.ask('ada', '192.0.2.1')).rejects.toMatchObject(refused)
  lookups.lifted('address:192.0.2.1')
  await lookups.refuseIfBlockCached('ada', '192.0.2.1')
  await expect(lookups.ask('ada', '192.0.2.1')).rejects.toMatchObject(refused)
  office.clock.forward(60_000)
  await lookups.refuseIfBlockCached('ada', '192.0.2.1')
})

test('a block that another process has lifted stays cached for a second only', async () => {
  await block({ kind: 'address', address: '192.0.2.1' })
  let now = performance.now()
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    const { lookups } = watchedLookups()
    await expect(lookups.ask('ada', '192.0.2.1')).rejects.toMatchObject(refused)
    now += 900
    await pause(5)
    await expect(lookups.refuseIfBlockCached('ada', '192.0.2.1')).rejects.toMatchObject(refused)
    now += 200
    await pause(5)
    await lookups.refuseIfBlockCached('ada', '192.0.2.1')
  } finally {
    spy.mockRestore()
  }
})

test('a flood from many addresses runs only a few concurrent queries', async () => {
  const { calls, lookups } = watchedLookups()
  const attempts = Array.from({ length: 60 }, (_, i) =>
    runAsCaller({ key: `10.0.0.${i}` }, () =>
      i % 2 ? lookups.ask(`nobody${i}`, `10.0.0.${i}`) : lookups.isKnown(`10.0.0.${i}`),
    ),
  )
  await Promise.all(attempts)
  expect(calls).toMatchObject({ times: 60, most: 2 })
})

test('concurrent look-ups of one address share a query', async () => {
  const { calls, lookups } = watchedLookups()
  const answers = await Promise.all(Array.from({ length: 60 }, () => lookups.isKnown('192.0.2.1')))
  expect(new Set(answers)).toEqual(new Set([false]))
  expect(calls.times).toBe(1)
})

test('a completed sign-in does not fail the look-ups under way for its address and account', async () => {
  await block({ kind: 'account', account: 'ada' })
  const { calls, lookups } = watchedLookups()
  await expect(lookups.ask('ada', '203.0.113.1')).rejects.toMatchObject(refused)
  const known = lookups.isKnown('192.0.2.1')
  const own = lookups.refuseIfBlockCached('ada', '192.0.2.1')
  lookups.signedIn('ada', '192.0.2.1')
  const answers = await Promise.allSettled([known, own])
  expect(answers).toMatchObject([{ value: false }, { reason: refused }])
  const before = calls.times
  expect(await lookups.isKnown('192.0.2.1')).toBe(false)
  expect(calls.times).toBe(before + 1)
})
