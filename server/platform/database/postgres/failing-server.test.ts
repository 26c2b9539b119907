import { type RawBuilder, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { TEST_ENGINE } from '../../../testing/database.ts'
import { findBinaries, startPostgres } from '../../../testing/postgres-server.ts'
import { IdempotentCall } from '../../idempotency/idempotent-call.ts'
import { createAccount } from '../../../people/accounts/service.ts'
import type { Db, Tx } from '../db.ts'
import { openPostgres } from './postgres.ts'

const AT = '2026-03-10T09:00:00.000Z'
afterEach(() => vi.useRealTimers())

const put = (key: string, into: Db) =>
  into.write((tx) => tx.insertInto('settings').values({ key, value: '1', updated_at: AT }).execute())

// Its own server: the one shared by the suite must not fail.
const onOwnServer = test.runIf(TEST_ENGINE === 'postgres' && findBinaries() !== undefined)

/** A server with its own office, and a second connection that observes it. */
async function ownServer(settings: string[] = []) {
  const server = (await startPostgres({ settings: ['fsync=off', ...settings] }))!
  const own = openPostgres(server.url)
  const watcher = openPostgres(server.url)
  const count = async (from: RawBuilder<unknown>) =>
    (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(watcher.read)).rows[0]!.n
  const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 300_000 })
  await own.migrate()
  return {
    server,
    own,
    count,
    until,
    waiting: () => count(sql`pg_stat_activity where wait_event = 'SyncRep'`),
    /** From now on commits wait for a standby that does not exist. */
    async waitForNobody() {
      await sql`alter system set synchronous_standby_names = 'nobody'`.execute(watcher.read)
      await sql`select pg_reload_conf()`.execute(watcher.read)
      await until(async () => expect(await count(sql`pg_settings where setting = 'nobody'`)).toBe(1))
      // The checkpointer tells all other processes to wait; a checkpoint makes it re-read its settings first.
      await sql`checkpoint`.execute(watcher.read)
    },
    /** Takes effect at the next start, or now. */
    async waitNoLonger({ isNow = false } = {}) {
      await sql`alter system reset synchronous_standby_names`.execute(watcher.read)
      if (!isNow) return
      await sql`select pg_reload_conf()`.execute(watcher.read)
      await until(async () => expect(await count(sql`pg_settings where setting = 'nobody'`)).toBe(0))
      await sql`checkpoint`.execute(watcher.read)
    },
    cancelWaiting: () =>
      sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(watcher.read),
    async stop() {
      await Promise.all([own.close(), watcher.close()])
      server.stop()
    },
  }
}

/** A call that stores one setting, with the same Idempotency-Key each time. */
async function idempotentCall(own: Db) {
  const clock = () => new Date(AT)
  const names = { username: 'ada', firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example' }
  const account = { ...names, id: 'user-ada', role: 'user', department: 'it', passwordHash: '' } as const
  const { id } = await own.write((tx) => createAccount(tx, clock, account))
  const call = new IdempotentCall(clock, { user_id: id, route: 'POST /settings', key: 'k', fingerprint: 'f' })
  const store = async (tx: Tx) => {
    await tx.insertInto('settings').values({ key: 'once', value: '1', updated_at: AT }).execute()
    return 'the first answer'
  }
  return { send: () => own.write((tx) => call.run(tx, () => store(tx))), earlier: () => call.earlier(own) }
}

/** Lets the limit for the answer to a commit pass once so many commits wait. */
async function expectUncertain(
  { until, waiting }: Awaited<ReturnType<typeof ownServer>>,
  sent: () => Promise<unknown>,
  commits: number,
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refusal = expect(sent()).rejects.toMatchObject({ code: 'uncertain' })
  await until(async () => expect(await waiting()).toBe(commits))
  await vi.advanceTimersByTimeAsync(11_000)
  await refusal
  vi.useRealTimers()
}

onOwnServer('a commit that waits for a standby is never cancelled, and its idempotency key tells later', async () => {
  const office = await ownServer()
  const { own, count, until, waiting, waitForNobody, waitNoLonger, stop } = office
  try {
    const { send } = await idempotentCall(own)
    await waitForNobody()
    await expectUncertain(office, send, 1)
    // The first one still holds the key.
    await expect(send()).rejects.toMatchObject({ code: 'uncertain' })
    expect(await waiting()).toBe(1)
    expect(await count(sql`settings where key = 'once'`)).toBe(0)
    await waitNoLonger({ isNow: true })
    await until(async () => expect(await waiting()).toBe(0))
    expect(await send()).toBe('the first answer')
    expect(await count(sql`settings where key = 'once'`)).toBe(1)
  } finally {
    await stop()
  }
})

onOwnServer('a stored answer is returned only once it is on the standbys', async () => {
  const office = await ownServer()
  const { server, own, waitForNobody, waitNoLonger, stop } = office
  try {
    const { send, earlier } = await idempotentCall(own)
    await waitForNobody()
    await expectUncertain(office, send, 1)
    // After recovery the commit is visible, although no standby has it.
    server.crash()
    server.start()
    await own.ping()
    await expectUncertain(office, send, 1)
    await waitNoLonger({ isNow: true })
    expect(await send()).toBe('the first answer')
    await waitForNobody()
    await expectUncertain(office, earlier, 1)
    await waitNoLonger({ isNow: true })
    expect(await earlier()).toEqual({ value: 'the first answer' })
  } finally {
    await stop()
  }
})

onOwnServer('a commit whose wait an administrator cancels is not reported as stored', async () => {
  const { own, until, waiting, waitForNobody, cancelWaiting, stop } = await ownServer()
  try {
    await waitForNobody()
    const refusal = expect(put('first', own)).rejects.toMatchObject({ code: 'uncertain' })
    await until(async () => expect(await waiting()).toBe(1))
    await cancelWaiting()
    await refusal
  } finally {
    await stop()
  }
})

onOwnServer('a server that fails before a commit is confirmed leaves nobody told that it is stored', async () => {
  const { server, own, count, until, waiting, waitForNobody, waitNoLonger, stop } = await ownServer()
  try {
    await waitForNobody()
    const results = Promise.allSettled([put('first', own), put('second', own)])
    await until(async () => expect(await waiting()).toBe(2))
    await waitNoLonger()
    server.crash()
    server.start()
    for (const answer of await results) expect(answer).toMatchObject({ reason: { code: 'uncertain' } })
    await put('third', own)
    expect(await count(sql`settings where key = 'third'`)).toBe(1)
  } finally {
    await stop()
  }
})

onOwnServer(
  'writers who take all their connections leave those of readers, and are told when it takes too long',
  async () => {
    const { own, stop } = await ownServer()
    try {
      await put('held', own)
      const held = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const holder = own.write(async (tx) => {
        await sql`select 1 from settings where key = 'held' for update`.execute(tx)
        locked.resolve()
        await held.promise
      })
      await locked.promise
      const others = Array.from({ length: 20 }, () =>
        own.write(async (tx) => {
          await sql`set local lock_timeout = 100`.execute(tx)
          await sql`update settings set value = '2' where key = 'held'`.execute(tx)
        }),
      )
      await own.ping()
      for (const answer of await Promise.allSettled(others)) {
        expect(answer).toMatchObject({ reason: { code: 'unavailable', message: expect.stringContaining('too busy') } })
      }
      held.resolve()
      await holder
    } finally {
      await stop()
    }
  },
)
