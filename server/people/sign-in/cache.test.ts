import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/database/db.ts'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { testApp } from '../../testing/app.ts'
import { endSession } from './service.ts'
import { SessionCache } from './cache.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterEach(() => vi.restoreAllMocks())
afterAll(() => office.close())

function cacheOn(engine: Db['engine']) {
  const { config, settings } = office.services
  return new SessionCache({ db: { ...office.db, engine }, secretKey: config.secretKey, clock: office.clock, settings })
}

const endAllSessions = () => office.db.write((tx) => tx.deleteFrom('sessions').execute())

test('a session is read once and then cached', async () => {
  const cache = cacheOn('sqlite')
  expect(cache.peek(office.ada.token)).toBeUndefined()
  const session = await cache.find(office.ada.token)
  expect(session).toMatchObject({ id: 'user-ada', user: { username: 'ada' } })
  expect(cache.peek(office.ada.token)).toBe(session)
})

test('where another process may have ended the session, the cache is not used', async () => {
  const cache = cacheOn('postgres')
  expect(await cache.find(office.ada.token)).toBeDefined()
  expect(cache.peek(office.ada.token)).toBeUndefined()
  await endAllSessions()
  expect(await cache.find(office.ada.token)).toBeUndefined()
})

test('concurrent calls share a read that started after each of them arrived', async () => {
  const cache = cacheOn('postgres')
  const reads = vi.spyOn(office.services.settings, 'policyOf')
  const sessions = await Promise.all(Array.from({ length: 50 }, () => cache.find(office.ada.token)))
  expect(new Set(sessions.map((actor) => actor?.id))).toEqual(new Set(['user-ada']))
  // The first started a read; those that came during it share the next one.
  expect(reads).toHaveBeenCalledTimes(2)
})

test.each(['sqlite', 'postgres'] as const)(
  'on %s a call that comes after a change never shares a read from before it',
  async (engine) => {
    const cache = cacheOn(engine)
    const before = cache.find(office.ada.token)
    await endAllSessions()
    cache.forgetUser('user-ada')
    const after = cache.find(office.ada.token)
    await before
    expect(await after).toBeUndefined()
  },
)

test('a session read before a change is not cached after it', async () => {
  const cache = cacheOn('sqlite')
  const reading = cache.find(office.ada.token)
  cache.forgetUser('user-ada')
  expect(await reading).toBeDefined()
  expect(cache.peek(office.ada.token)).toBeUndefined()
})

test('invalidating one person or session leaves the others cached', async () => {
  const cache = cacheOn('sqlite')
  const ada = await cache.find(office.ada.token)
  await cache.find(office.ben.token)
  await cache.find(office.cleo.token)
  cache.forgetSessions([ada?.sessionId ?? ''])
  cache.forgetUser('user-ben')
  expect(cache.peek(office.ada.token)).toBeUndefined()
  expect(cache.peek(office.ben.token)).toBeUndefined()
  expect(cache.peek(office.cleo.token)).toBeDefined()
})

test('the last use is written at most once a minute', async () => {
  const cache = cacheOn('sqlite')
  const lastSeen = async () => {
    await cache.settled()
    const query = office.db.read.selectFrom('sessions').select('last_seen_at').where('user_id', '=', 'user-ada')
    return (await query.executeTakeFirstOrThrow()).last_seen_at
  }
  await cache.find(office.ada.token)
  office.clock.forward(59_000)
  cache.peek(office.ada.token)
  expect(await lastSeen()).toBe('2026-03-10T09:00:00.000Z')
  office.clock.forward(1000)
  cache.peek(office.ada.token)
  expect(await lastSeen()).toBe('2026-03-10T09:01:00.000Z')
  office.clock.forward(59_000)
  cache.peek(office.ada.token)
  expect(await lastSeen()).toBe('2026-03-10T09:01:00.000Z')
  const others = office.db.read.selectFrom('sessions').select('last_seen_at').where('user_id', '<>', 'user-ada')
  for (const { last_seen_at } of await others.execute()) expect(last_seen_at).toBe('2026-03-10T09:00:00.000Z')
})

test('permissions of a later version that this one does not know are left out', async () => {
  const permissions = JSON.stringify(['requests.create', 'teleport.cargo'])
  await office.db.write((tx) => tx.updateTable('roles').set({ permissions }).where('id', '=', 'user').execute())
  const actor = await cacheOn('sqlite').find(office.ada.token)
  expect([...(actor?.permissions ?? [])]).toEqual(['requests.create'])
})

test('a sign-out that cannot be stored holds at once, and is stored when that works again', async () => {
  const { db, services, ada } = office
  let isFull = true
  const broken = {
    ...db,
    write: (work: Parameters<typeof db.write>[0]) =>
      isFull ? Promise.reject(new Error('database or disk is full')) : db.write(work),
  } as typeof db
  const sessions = new SessionCache({ ...services, db: broken, secretKey: services.config.secretKey })
  const actor = await sessions.find(ada.token)
  const end = endSession({ ...services, db: broken, sessions }, actor!.sessionId, ada.id)
  await expect(end).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^You are signed out\..*restarted before it succeeds/),
  })
  expect(sessions.peek(ada.token)).toBeUndefined()
  expect(await sessions.find(ada.token)).toBeUndefined()

  // The response promised no more: another process, or this one after a restart, only knows what is stored.
  expect(await cacheOn('sqlite').find(ada.token)).toBeDefined()

  isFull = false
  const gone = { destroyed: true, once: vi.fn(), off: vi.fn() }
  await runAsCaller({ key: ada.id, connection: gone }, () => sessions.settled())
  const left = await db.read.selectFrom('sessions').select('id').where('user_id', '=', ada.id).execute()
  expect(left).toEqual([])
  expect(await sessions.find(ada.token)).toBeUndefined()
})
