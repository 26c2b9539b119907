import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import type { App } from '../platform/http/app.ts'
import { countFailure } from '../people/sign-in/throttle.ts'
import { get, post, testApp } from '../testing/app.ts'
import { TEST_ENGINE } from '../testing/database.ts'

let office: Awaited<ReturnType<typeof testApp>>
let app: App
beforeAll(async () => {
  office = await testApp()
})
beforeEach(async () => {
  await office.reset()
  app = await buildApp(office.services)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})
afterAll(() => office.close())

const ENTRIES = () =>
  office.db.read.selectFrom('audit_log').selectAll().where('action', '<>', 'session.refused').orderBy('id').execute()

async function entries(count: number) {
  await vi.waitFor(async () => expect(await ENTRIES()).toHaveLength(count), { timeout: 300_000 })
  return (await ENTRIES()).map((row) => ({
    action: row.action,
    who: row.actor_id,
    about: row.target_id,
    address: row.address,
    ...JSON.parse(row.details),
  }))
}

test('a denied call is in the audit log with person, address and route', async () => {
  const { ada } = office
  expect((await get(app, ada, '/api/settings/ai')).statusCode).toBe(403)
  expect(await entries(1)).toEqual([
    { action: 'access.denied', who: ada.id, about: ada.id, address: '127.0.0.1', route: 'GET /api/settings/ai' },
  ])
})

test('a flood of denied calls is counted, not written one by one', async () => {
  const { ada, dan } = office
  for (let i = 0; i < 40; i++) await get(app, ada, '/api/settings/ai')
  await get(app, dan, '/api/settings/ai')
  await entries(2)
  // Pending counts are written when the server stops, or after a minute.
  await app.close()
  const all = await entries(3)
  expect(all.map(({ who, times }) => [who, times])).toEqual([
    [ada.id, undefined],
    [dan.id, undefined],
    [ada.id, 39],
  ])
})

// The timeouts of PostgreSQL's connections use timers, too, so fake timers would trigger them.
test.runIf(TEST_ENGINE === 'sqlite')('what is counted is written when a minute is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let i = 0; i < 3; i++) await get(app, office.ada, '/api/settings/ai')
    await entries(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect((await entries(2)).map(({ times }) => times)).toEqual([undefined, 2])
  } finally {
    vi.useRealTimers()
  }
})

test('attempts that are throttled are in it, with the account and without what was typed', async () => {
  const guess = (username: string) => post(app, null, '/api/auth/login', { username, password: 'my secret' })
  for (let i = 0; i < 6; i++) await guess('ada')
  expect((await guess('ada')).statusCode).toBe(429)
  expect(await entries(1)).toMatchObject([
    { action: 'attempt.throttled', who: null, about: 'user-ada', address: '127.0.0.1', route: 'POST /api/auth/login' },
  ])
  expect(JSON.stringify(await ENTRIES())).not.toContain('my secret')
})

test('a flood from many addresses is written one transaction after another', async () => {
  const { db, clock } = office
  const key = { kind: 'account', account: 'ada' } as const
  await db.write((tx) => countFailure(tx, [key], clock()))
  await db.write((tx) => tx.updateTable('sign_in_failures').set({ failures: 60 }).execute())
  await db.write((tx) => countFailure(tx, [key], clock()))
  const write = db.write.bind(db)
  let [underWay, most] = [0, 0]
  vi.spyOn(db, 'write').mockImplementation((work) => {
    most = Math.max(most, ++underWay)
    return write(work).finally(() => underWay--)
  })
  const payload = { username: 'ada', password: 'my secret' }
  const attempts = Array.from({ length: 40 }, (_, i) =>
    app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: `203.0.${i}.9` }),
  )
  for (const { statusCode } of await Promise.all(attempts)) expect(statusCode).toBe(429)
  const written = await entries(40)
  expect(new Set(written.map(({ address }) => address)).size).toBe(40)
  expect(most).toBe(1)
})

test('readiness shows the log’s state only to people who may read the log', async () => {
  const { ada, cleo } = office
  expect((await get(app, null, '/api/ready')).body).toEqual({ status: 'ready' })
  expect((await get(app, ada, '/api/ready')).body).toEqual({ status: 'ready' })
  expect((await get(app, cleo, '/api/ready')).body).toMatchObject({ status: 'ready', audit: { found: null } })
})
