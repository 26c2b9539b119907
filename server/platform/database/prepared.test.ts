import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

test('a query is compiled once for each shape, and its values are filled in', async () => {
  const build = vi.fn(
    (reader: Db['read'], { least }: { least: ReturnType<typeof sql> }, shape: { order: 'asc' | 'desc' }) =>
      reader
        .selectFrom('roles')
        .select('id')
        .where('id', '>=', sql<string>`${least}`)
        .orderBy('id', shape.order),
  )
  const roles = prepared<{ least: string }, { id: string }, { order: 'asc' | 'desc' }>(build)
  expect(await roles(db.read, { least: 'b' }, { order: 'asc' })).toEqual([{ id: 'manager' }, { id: 'user' }])
  expect(await roles(db.read, { least: 'n' }, { order: 'asc' })).toEqual([{ id: 'user' }])
  expect(await roles(db.read, { least: 'b' }, { order: 'desc' })).toEqual([{ id: 'user' }, { id: 'manager' }])
  expect(await db.write((tx) => roles(tx, { least: 'n' }, { order: 'asc' }))).toEqual([{ id: 'user' }])
  expect(await db.readInWorker(roles.fill(db.read, { least: 'n' }, { order: 'asc' }))).toEqual([{ id: 'user' }])
  expect(build).toHaveBeenCalledTimes(2)
})

test('new shapes evict the least recently used ones, and every query is still answered', async () => {
  const build = vi.fn((reader: Db['read'], _: object, place: number) =>
    reader.selectFrom('roles').select(sql<number>`count(*) + ${sql.lit(place)}`.as('sum')),
  )
  const counted = prepared<object, { sum: number }, number>(build, { isPrepared: () => false })
  const ask = (place: number) => counted(db.read, {}, place)
  for (let place = 0; place < 600; place++) expect(await ask(place)).toEqual([{ sum: 3 + place }])
  await ask(599)
  expect(build).toHaveBeenCalledTimes(600)
  expect(await ask(0)).toEqual([{ sum: 3 }])
  expect(build).toHaveBeenCalledTimes(601)
})
