import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, TEST_ENGINE } from '../testing/database.ts'
import { findBinaries, startPostgres } from '../testing/postgres-server.ts'
import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

// What only a real server shows.
const url = process.env.TEST_DATABASE_URL ?? ''
const AT = '2026-03-10T09:00:00.000Z'
const onServer = test.runIf(TEST_ENGINE === 'postgres')

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const put = (key: string) =>
  db.write((tx) => tx.insertInto('settings').values({ key, value: '1', updated_at: AT }).execute())

onServer('what was never read from ends its connections, too, when it is closed', async () => {
  const name = `rfd-unread-${process.pid}`
  const unread = openPostgres(`${url}${url.includes('?') ? '&' : '?'}application_name=${name}`)
  expect(await unread.write(async () => 'nothing')).toBe('nothing')
  await unread.close()
  const left = sql`select pid from pg_stat_activity where application_name = ${name}`
  // A server process takes a moment to end.
  await vi.waitFor(async () => expect((await left.execute(db.read)).rows).toEqual([]), { timeout: 10_000 })
})

onServer(
  'a write that is stored is not told as failed because the server has forgotten the statement of its sync',
  async () => {
    await put('before')
    await sql`deallocate all`.execute(db.read)
    await put('after')
    const keys = await db.read.selectFrom('settings').select('key').orderBy('key').execute()
    expect(keys).toEqual([{ key: 'after' }, { key: 'before' }])
  },
)

onServer('a long read that is refused leaves a connection behind that works', async () => {
  const refused = db.readSlowly(sql`select 1 / 0`.compile(db.read))
  await expect(refused).rejects.toMatchObject({ code: '22012' })
  const rows = await db.readSlowly(sql<{ n: number }>`select 1 as n`.compile(db.read))
  expect(rows).toEqual([{ n: 1 }])
})

// The server of the suite must not fail: this one is its own.
test.runIf(TEST_ENGINE === 'postgres' && findBinaries() !== undefined)(
  'a server that has failed since a commit cannot sync it any more, and nobody is told that it is stored',
  async () => {
    const server = (await startPostgres({ settings: ['fsync=off', 'wal_writer_delay=10s'] }))!
    const own = openPostgres(server.url)
    const watcher = openPostgres(server.url)
    const put = (key: string) =>
      own.write((tx) => tx.insertInto('settings').values({ key, value: '1', updated_at: AT }).execute())
    const count = async (from: RawBuilder<unknown>) =>
      (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(watcher.read)).rows[0]!.n
    const until = (from: RawBuilder<unknown>) =>
      vi.waitFor(async () => expect(await count(from)).toBeGreaterThan(0), { timeout: 10_000 })
    try {
      await own.migrate()
      // A standby that never answers keeps the first sync waiting, and with it the one for the second write.
      await sql`alter system set synchronous_standby_names = 'nobody'`.execute(watcher.read)
      await sql`select pg_reload_conf()`.execute(watcher.read)
      const first = put('first')
      await until(sql`pg_stat_activity where wait_event = 'SyncRep'`)
      const second = put('second')
      await until(sql`settings where key = 'second'`)
      await sql`alter system reset synchronous_standby_names`.execute(watcher.read)
      // Whoever needs a connection now gets a new one, which knows nothing of the crash.
      const others = Array.from({ length: 4 }, () => sql`select pg_sleep(60)`.execute(own.read))
      await until(sql`(select 1 from pg_stat_activity where wait_event = 'PgSleep' having count(*) = 4) as all_busy`)
      const told = Promise.allSettled([first, second, ...others])
      server.crash()
      server.start()
      const [, answer] = await told
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
      await put('third')
      expect(await count(sql`settings where key = 'third'`)).toBe(1)
    } finally {
      await Promise.all([own.close(), watcher.close()])
      server.stop()
    }
  },
)
