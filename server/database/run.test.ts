import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyTables, openTestDatabase, TEST_ENGINE } from '../testing/database.ts'
import type { Db, Tx } from './db.ts'
import { violationOf } from './failures.ts'
import { runText, together } from './run.ts'

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

/** One that stands before the refused statement and has more to say after it. */
async function twoSteps(tx: Tx): Promise<void> {
  await put(tx, 'first step')
  await put(tx, 'second step')
}

test('of statements sent together the failure is told that undid them all, and nothing is stored', async () => {
  const refused = db.write(async (tx) => {
    await put(tx, 'there')
    await together([put(tx, 'before'), twoSteps(tx), put(tx, 'there'), put(tx, 'behind')])
  })
  await expect(refused.catch((error: unknown) => violationOf(error))).resolves.toBe('unique')
  expect(await keys()).toEqual([])
  await db.write((tx) => put(tx, 'afterwards'))
  expect(await keys()).toEqual(['afterwards'])
})

test('a prepared statement that was sent twice behind a refused one works in the next transaction', async () => {
  const text = TEST_ENGINE === 'sqlite' ? 'select ? as n' : 'select $1::int as n'
  const ask = (tx: Tx, n: number) => runText<{ n: number }>(tx, text, [n], 'sent_twice')
  const refused = db.write(async (tx) => {
    await put(tx, 'there')
    await together([put(tx, 'there'), ask(tx, 1), ask(tx, 2)])
  })
  await expect(refused.catch((error: unknown) => violationOf(error))).resolves.toBe('unique')
  expect(await db.write((tx) => ask(tx, 3))).toEqual([{ n: 3 }])
})

test.runIf(TEST_ENGINE === 'sqlite')('a disk that is full in the middle of them is told as such', async () => {
  const pages = async (tx: Tx) => (await sql<{ page_count: number }>`pragma page_count`.execute(tx)).rows[0]!.page_count
  const refused = db.write(async (tx) => {
    await sql`pragma max_page_count = ${sql.lit(await pages(tx))}`.execute(tx)
    await together([twoSteps(tx), put(tx, 'large', 'x'.repeat(1_000_000)), put(tx, 'behind')])
  })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'SQLITE_FULL' } })
  expect(await keys()).toEqual([])
  await db.write((tx) => sql`pragma max_page_count = 1000000`.execute(tx))
})
