import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { openTestDatabase, TEST_ENGINE, TEST_SEALER } from '../testing/database.ts'
import { emptyTables } from '../testing/empty-tables.ts'
import { recordAny } from '../testing/audit.ts'
import { verify } from './verify.ts'

let db: Db
const { key } = TEST_SEALER
const clock = () => new Date('2026-03-10T09:00:00.000Z')
const write = (action: string) =>
  db.write((tx) => recordAny(tx, clock, { actorId: null, action, details: { word: 'ä"\\' } }))
const seal = () => TEST_SEALER.sealAll(db)
const rows = () => db.read.selectFrom('audit_log').selectAll().orderBy('id').execute()

beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

test('entries form an unbroken chain', async () => {
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: 0 })
  for (const action of ['one', 'two', 'three']) await write(action)
  await seal()
  const [one, two, three] = await rows()
  expect([one, two, three].map((row) => [row?.seq, row?.action])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ])
  expect(two?.previous_hash).toBe(one?.hash)
  expect(await verify(db, { key, pageSize: 2 })).toEqual({
    intact: true,
    entries: 3,
    lastHash: three?.hash,
    uncheckedContents: 0,
    unsealed: 0,
  })
})

test('an entry is sealed with its commit on SQLite, and is not in the chain until it is sealed on PostgreSQL', async () => {
  await write('one')
  const [isSealed, unsealed] = TEST_ENGINE === 'sqlite' ? [1, 0] : [0, 1]
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: isSealed, unsealed })
  await seal()
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: 1, unsealed: 0 })
})

test('entries written and sealed concurrently don’t fork the chain', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? seal() : write(`at once ${i}`))))
  await seal()
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: 30, unsealed: 0 })
})

test('more entries than one transaction seals are sealed in the order in which they were written', async () => {
  await db.write(async (tx) => {
    for (let i = 1; i <= 1100; i++) await recordAny(tx, clock, { actorId: null, action: `entry ${i}` })
  })
  await seal()
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: 1100, unsealed: 0 })
  for (const { seq, action } of await rows()) expect(action).toBe(`entry ${seq}`)
})

test('an entry is rolled back with the change it records', async () => {
  const undone = db.write(async (tx) => {
    await recordAny(tx, clock, { actorId: null, action: 'never' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await write('after')
  await seal()
  expect(await verify(db, { key })).toMatchObject({ intact: true, entries: 1 })
})
