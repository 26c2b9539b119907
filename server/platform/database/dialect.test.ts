import { emptyTables } from '../../testing/empty-tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, TEST_ENGINE } from '../../testing/database.ts'
import { addToCounters } from './counters.ts'
import type { Db } from './db.ts'
import { violationOf } from './failures.ts'
import {
  dayOf,
  escapeLike,
  forUpdate,
  median,
  nextNumber,
  lockByName,
  reserveNumbers,
  secondsBetween,
} from './dialect.ts'

const db: Db = await openTestDatabase()
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const AT = '2026-11-02T08:00:00.100Z'
const put = (key: string, value = '', updated_at = AT) =>
  db.write((tx) => tx.insertInto('settings').values({ key, value, updated_at }).execute())

test('instants, dates, numbers and texts come back as they went in', async () => {
  const value = 'a\'b"c\\d\n\t%_ 😀 e\u0301 日本 \u{10ffff}'
  for (const at of ['2026-11-02T08:00:00.000Z', AT, '1999-12-31T23:59:59.999Z', '2999-01-01T00:00:00.120Z']) {
    await put(at, value, at)
  }
  const rows = await db.read.selectFrom('settings').selectAll().execute()
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(row).toEqual({ key: row.updated_at, value, updated_at: row.updated_at })

  await db.write((tx) => addToCounters(tx, 'day_counts', [{ kind: 'k', day: '2024-02-29', by: 9_007_199_254 }]))
  expect(await db.read.selectFrom('day_counts').select(['kind', 'day', 'count']).execute()).toEqual([
    { kind: 'k', day: '2024-02-29', count: 9_007_199_254 },
  ])
})

test('counts, sums and averages are numbers, truths are 0 and 1, and null stays null', async () => {
  await put('a')
  const { rows } = await sql`select count(*) as n, sum(length(key)) as total, avg(length(key)) as mean,
    key = 'a' as truth, max(nullif(key, 'a')) as missing from settings group by key`.execute(db.read)
  expect(rows).toEqual([{ n: 1, total: 1, mean: 1, truth: 1, missing: null }])
})

test('keys sort by code point', async () => {
  for (const key of ['b', 'B', 'a', 'é', 'z', 'Z', '_', '😀', '1']) await put(key)
  const rows = await db.read.selectFrom('settings').select('key').orderBy('key').execute()
  expect(rows.map((row) => row.key)).toEqual(['1', 'B', 'Z', '_', 'a', 'b', 'z', 'é', '😀'])
})

test('a searched text stands for itself in like', async () => {
  for (const key of ['100%', '1000', 'a_b', 'axb', 'a\\b']) await put(key)
  const like = async (text: string) => {
    const { rows } = await sql<{ key: string }>`select key from settings
      where key like ${escapeLike(text)} escape '\\'`.execute(db.read)
    return rows.map((row) => row.key)
  }
  expect(await like('100%')).toEqual(['100%'])
  expect(await like('a_b')).toEqual(['a_b'])
  expect(await like('a\\b')).toEqual(['a\\b'])
})

test('numbers are never given twice, at the same moment or after an undone transaction', async () => {
  const many = await Promise.all(Array.from({ length: 20 }, () => db.write(nextNumber)))
  expect(new Set(many).size).toBe(20)
  await db.write((tx) => reserveNumbers(tx, 100))
  expect(await db.write(nextNumber)).toBe(101)
  await db.write((tx) => reserveNumbers(tx, 50))
  expect(await db.write(nextNumber)).toBe(102)
})

test('numbers begin at 1, also after reserving none', async () => {
  await db.write((tx) => reserveNumbers(tx, 0))
  expect(await db.write(nextNumber)).toBe(1)
})

test('seconds between instants keep their milliseconds', async () => {
  await put('a', '', '2026-11-02T08:00:00.250Z')
  const row = await db.read
    .selectFrom('settings')
    .select((row) => [
      secondsBetween(db.read, row.ref('updated_at'), sql`${sql.lit('2026-11-03T08:00:01.375Z')}`).as('seconds'),
      dayOf(db.read, row.ref('updated_at')).as('day'),
    ])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ seconds: 86_401.125, day: '2026-11-02' })
})

test('medians interpolate, and those of nothing are null', async () => {
  const over = async (...values: number[]) => {
    await emptyTables(db)
    for (const value of values) await put('x'.repeat(value))
    const length = sql<number>`length(key)`
    return db.read.selectFrom('settings').select(median(db.read, length).as('median')).executeTakeFirstOrThrow()
  }
  expect(await over()).toEqual({ median: null })
  expect(await over(4)).toEqual({ median: 4 })
  expect(await over(1, 2, 3, 10)).toEqual({ median: 2.5 })
})

test('after locking a row or a name, values read are still current when they are written', async () => {
  await put('sum', '0')
  const add = (guard: 'row' | 'name') =>
    db.write(async (tx) => {
      if (guard === 'name') await lockByName(tx, 'sum')
      const query = tx.selectFrom('settings').select('value').where('key', '=', 'sum')
      const { value } = await (guard === 'row' ? forUpdate(tx, query) : query).executeTakeFirstOrThrow()
      await tx
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('key', '=', 'sum')
        .execute()
    })
  await Promise.all(Array.from({ length: 10 }, () => add('row')))
  await Promise.all(Array.from({ length: 10 }, () => add('name')))
  expect(await db.read.selectFrom('settings').select('value').execute()).toEqual([{ value: '20' }])
})

test('a violated constraint says of which kind it is', async () => {
  await put('a')
  const kindOf = (write: Promise<unknown>) => write.then(() => 'none', violationOf)
  expect(await kindOf(put('a'))).toBe('unique')
  const person = { kind: 'requester' as const, user_id: 'x', status: 'pending' as const }
  expect(
    await kindOf(
      db.write((tx) =>
        tx
          .insertInto('person_counts')
          .values({ ...person, count: 1 })
          .execute(),
      ),
    ),
  ).toBe('none')
  const session = { id: 's', user_id: 'nobody', created_at: AT, last_seen_at: AT, expires_at: AT }
  expect(await kindOf(db.write((tx) => tx.insertInto('sessions').values(session).execute()))).toBe('foreign-key')
  expect(violationOf(new Error('other'))).toBeUndefined()
})

test('an undone write leaves nothing behind, and its error arrives', async () => {
  const undone = db.write(async (tx) => {
    await tx.insertInto('settings').values({ key: 'a', value: '', updated_at: AT }).execute()
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(await db.read.selectFrom('settings').selectAll().execute()).toEqual([])
})

test.runIf(TEST_ENGINE === 'pglite')(
  'reading past the transaction inside a write is told as the mistake it is',
  async () => {
    const mistaken = db.write(() => db.read.selectFrom('settings').selectAll().execute())
    await expect(mistaken).rejects.toThrow('use its tx')
  },
)
