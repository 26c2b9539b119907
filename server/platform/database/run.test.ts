import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, TEST_ENGINE } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import type { Db, Tx } from './db.ts'
import { violationOf } from './failures.ts'
import { asPrepared } from './prepared-mark.ts'
import { runText } from './run.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const put = (tx: Tx, key: string, value = '1') =>
  tx.insertInto('settings').values({ key, value, updated_at: '2026-03-10T09:00:00.000Z' }).execute()
const keys = async () =>
  (await db.read.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

test('a refused statement undoes those before it, and the next transaction works', async () => {
  const refused = db.write(async (tx) => {
    await put(tx, 'there')
    await put(tx, 'there')
  })
  await expect(refused.catch((error: unknown) => violationOf(error))).resolves.toBe('unique')
  expect(await keys()).toEqual([])
  await db.write((tx) => put(tx, 'afterwards'))
  expect(await keys()).toEqual(['afterwards'])
})

test('a statement that is planned once is answered with the values of each call', async () => {
  const text = TEST_ENGINE === 'sqlite' ? 'select ? as n' : 'select $1::int as n'
  const ask = (tx: Tx, n: number) => runText<{ n: number }>(tx, asPrepared(text), [n])
  expect(await db.write(async (tx) => [...(await ask(tx, 1)), ...(await ask(tx, 2))])).toEqual([{ n: 1 }, { n: 2 }])
})

test.runIf(TEST_ENGINE === 'sqlite')('a disk that is full in the middle of them is told as such', async () => {
  const pages = async (tx: Tx) => (await sql<{ page_count: number }>`pragma page_count`.execute(tx)).rows[0]!.page_count
  const refused = db.write(async (tx) => {
    await sql`pragma max_page_count = ${sql.lit(await pages(tx))}`.execute(tx)
    await put(tx, 'small')
    await put(tx, 'large', 'x'.repeat(1_000_000))
  })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'SQLITE_FULL' } })
  expect(await keys()).toEqual([])
  await db.write((tx) => sql`pragma max_page_count = 1000000`.execute(tx))
})
