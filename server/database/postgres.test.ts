import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, TEST_ENGINE } from '../testing/database.ts'
import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

// What only a real server shows.
const url = process.env.TEST_DATABASE_URL ?? ''
const onServer = test.runIf(TEST_ENGINE === 'postgres')

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const put = (key: string) =>
  db.write((tx) =>
    tx.insertInto('settings').values({ key, value: '1', updated_at: '2026-03-10T09:00:00.000Z' }).execute(),
  )

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
