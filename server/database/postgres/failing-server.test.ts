import { type RawBuilder, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { TEST_ENGINE } from '../../testing/database.ts'
import { findBinaries, startPostgres } from '../../testing/postgres-server.ts'
import type { Db } from '../db.ts'
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
    /** Takes effect at the next start. */
    waitNoLonger: () => sql`alter system reset synchronous_standby_names`.execute(watcher.read),
    async stop() {
      await Promise.all([own.close(), watcher.close()])
      server.stop()
    },
  }
}

onOwnServer('a server that waits for its standbys is told when nobody waits for it any more', async () => {
  const { own, waiting, until, waitForNobody, stop } = await ownServer()
  try {
    await waitForNobody()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const told = expect(put('first', own)).rejects.toMatchObject({ code: 'unavailable' })
    await until(async () => expect(await waiting()).toBe(1))
    await vi.advanceTimersByTimeAsync(11_000)
    await told
    vi.useRealTimers()
    await until(async () => expect(await waiting()).toBe(0))
  } finally {
    await stop()
  }
})

onOwnServer('a server that fails before a commit is confirmed leaves nobody told that it is stored', async () => {
  const { server, own, count, until, waiting, waitForNobody, waitNoLonger, stop } = await ownServer()
  try {
    await waitForNobody()
    const told = Promise.allSettled([put('first', own), put('second', own)])
    await until(async () => expect(await waiting()).toBe(2))
    await waitNoLonger()
    server.crash()
    server.start()
    for (const answer of await told) expect(answer).toMatchObject({ reason: { code: 'unavailable' } })
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
