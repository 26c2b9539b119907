import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { emptyTables, openTestDatabase } from '../testing/database.ts'
import { record } from './service.ts'
import { verify } from './verify.ts'

let db: Db
const clock = () => new Date('2026-03-10T09:00:00.000Z')
const write = (action: string) =>
  db.write((tx) => record(tx, clock, { actorId: null, action, details: { word: 'ä"\\' } }))

beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

test('entries form an unbroken chain', async () => {
  expect(await verify(db)).toMatchObject({ intact: true, entries: 0 })
  for (const action of ['one', 'two', 'three']) await write(action)
  const rows = await db.read.selectFrom('audit_log').selectAll().orderBy('seq').execute()
  expect(rows.map((row) => [row.seq, row.action])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ])
  expect(rows[1]?.previous_hash).toBe(rows[0]?.hash)
  expect(await verify(db, { pageSize: 2 })).toEqual({
    intact: true,
    entries: 3,
    lastHash: rows[2]?.hash,
    uncheckedContents: 0,
  })
})

test('entries written at the same moment don’t fork the chain', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => write(`at once ${i}`)))
  expect(await verify(db)).toMatchObject({ intact: true, entries: 20 })
})

test('an entry is rolled back with the change it records', async () => {
  const undone = db.write(async (tx) => {
    await record(tx, clock, { actorId: null, action: 'never' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await write('after')
  expect(await verify(db)).toMatchObject({ intact: true, entries: 1 })
})
