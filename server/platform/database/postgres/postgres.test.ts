import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, TEST_ENGINE, urlWith } from '../../../testing/database.ts'
import { emptyTables } from '../../../testing/empty-tables.ts'
import type { Db, Reader, Tx } from '../db.ts'
import { asPrepared } from '../prepared-mark.ts'
import { runText } from '../run.ts'
import { openPostgres } from './postgres.ts'

// These need a real server.
const url = process.env.TEST_DATABASE_URL ?? ''
const AT = '2026-03-10T09:00:00.000Z'
const onServer = test.runIf(TEST_ENGINE === 'postgres')

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const putInto = (where: Pick<Tx, 'insertInto'>, key: string) =>
  where.insertInto('settings').values({ key, value: '1', updated_at: AT }).execute()
const put = (key: string) => db.write((tx) => putInto(tx, key))
const keys = async () =>
  (await db.read.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

onServer('what was never read from ends its connections, too, when it is closed', async () => {
  const name = `rfd-unread-${process.pid}`
  const unread = openPostgres(urlWith(url, 'application_name', name))
  expect(await unread.write(async () => 'nothing')).toBe('nothing')
  await unread.close()
  const left = sql`select pid from pg_stat_activity where application_name = ${name}`
  // A server process takes a moment to exit.
  await vi.waitFor(async () => expect((await left.execute(db.read)).rows).toEqual([]), { timeout: 300_000 })
})

onServer('a statement that the server has forgotten is sent anew, in a transaction and alone', async () => {
  const one = openPostgres(url)
  const ask = (on: Reader) => runText<{ n: number }>(on, asPrepared('select 1 as n'), [])
  const twice = (on: Reader) => [ask(on), sql`deallocate all`.execute(on).then(() => ask(on))]
  for (const answer of await Promise.all(twice(one.read))) expect(answer).toEqual([{ n: 1 }])
  let tries = 0
  const answer = await one.write(async (tx) => {
    await ask(tx)
    if (++tries === 1) await sql`deallocate all`.execute(tx)
    return ask(tx)
  })
  expect([answer, tries]).toEqual([[{ n: 1 }], 2])
  await one.close()
})

onServer('a long read that is refused leaves a connection behind that works', async () => {
  const refused = db.readInWorker(sql`select 1 / 0`.compile(db.read))
  await expect(refused).rejects.toMatchObject({ code: '22012' })
  const rows = await db.readInWorker(sql<{ n: number }>`select 1 as n`.compile(db.read))
  expect(rows).toEqual([{ n: 1 }])
})

onServer('what a transaction has left running does not come in during the next one on its connection', async () => {
  const { promise: next, resolve: goOn } = Promise.withResolvers<void>()
  let left: Promise<unknown> | undefined
  const first = db.write(async (tx) => {
    left = next.then(() => putInto(tx, 'left'))
    throw new Error('changed my mind')
  })
  await expect(first).rejects.toThrow('changed my mind')
  await db.write(async (tx) => {
    await putInto(tx, 'next')
    goOn()
    await expect(left).rejects.toThrow('already rolled back')
  })
  expect(await keys()).toEqual(['next'])
})

onServer('what others have made the default of their server does not change what we read', async () => {
  const own = openPostgres(urlWith(url, 'options', '-c bytea_output=escape -c DateStyle=German'))
  const { rows } = await sql`select '\\x00ff5c'::bytea as bytes, date '2026-03-10' as day`.execute(own.read)
  await own.close()
  expect(rows).toEqual([{ bytes: Buffer.from([0, 255, 92]), day: '2026-03-10' }])
})

onServer('a connection that was left in a transaction is not used again', async () => {
  await sql`begin`.execute(db.read)
  await expect(sql`select 1 / 0`.execute(db.read)).rejects.toMatchObject({ code: '22012' })
  expect(await keys()).toEqual([])
})

onServer('a transaction that loses against another is run again', async () => {
  await put('a')
  await put('b')
  const touch = (first: string, second: string) =>
    db.write(async (tx) => {
      for (const key of [first, second]) {
        await tx
          .updateTable('settings')
          .set({ value: sql`(value::int + 1)::text` })
          .where('key', '=', key)
          .execute()
      }
    })
  await Promise.all(Array.from({ length: 6 }, (_, i) => (i % 2 ? touch('a', 'b') : touch('b', 'a'))))
  expect(await db.read.selectFrom('settings').select('value').execute()).toEqual([{ value: '7' }, { value: '7' }])
})

onServer('a server that is away is told in one sentence', async () => {
  const away = openPostgres('postgres://rfd@127.0.0.1:1/postgres')
  await expect(away.migrate()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('cannot be reached'),
  })
  await expect(away.ping()).rejects.toMatchObject({ code: 'unavailable' })
  await away.close()
})

onServer('a connection that breaks off is told, and the next call gets another one', async () => {
  const broken = db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' })
  await db.ping()
})

onServer('a write in which a refusal went unnoticed is not told as done', async () => {
  await put('a')
  const careless = db.write(async (tx) => {
    await putInto(tx, 'b')
    await putInto(tx, 'a').catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('rolled back')
  expect(await keys()).toEqual(['a'])
})

onServer('a server that takes no changes is reported in one sentence', async () => {
  const refused = db.write(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await tx.deleteFrom('settings').execute()
  })
  await expect(refused).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('not accepting changes'),
  })
})
