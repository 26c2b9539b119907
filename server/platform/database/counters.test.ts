import { emptyTables } from '../../testing/empty-tables.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { addToCounters } from './counters.ts'
import type { Db } from './db.ts'

const db: Db = await openTestDatabase()
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

test('counters are made, added to and taken from, and repeated keys count together', async () => {
  const key = { kind: 'created', day: '2026-11-02' }
  await db.write((tx) =>
    addToCounters(tx, 'day_counts', [
      { ...key, by: 2 },
      { ...key, by: 1 },
      { kind: 'gone', day: '2026-11-02', by: 1 },
      { kind: 'gone', day: '2026-11-02', by: -1 },
    ]),
  )
  await db.write((tx) => addToCounters(tx, 'day_counts', [{ ...key, by: -1 }]))
  const rows = await db.read.selectFrom('day_counts').select(['kind', 'day', 'count']).execute()
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(rows[0]).toMatchObject(key)
})

test('no change of a counter is lost, however many come at once', async () => {
  const days = ['2026-11-02', '2026-11-03', '2026-11-04']
  const changes = Array.from({ length: 60 }, (_, i) => {
    const order = i % 2 ? days : days.toReversed()
    return db.write((tx) =>
      addToCounters(
        tx,
        'day_counts',
        order.map((day) => ({ kind: 'k', day, by: 1 })),
      ),
    )
  })
  await Promise.all(changes)
  const rows = await db.read
    .selectFrom('day_counts')
    .select((row) => ['day', row.fn.sum<number>('count').as('count')])
    .groupBy('day')
    .orderBy('day')
    .execute()
  expect(rows).toEqual(days.map((day) => ({ day, count: 60 })))
})
