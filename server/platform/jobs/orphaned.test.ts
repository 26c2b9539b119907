import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { requeueOrphaned } from './orphaned.ts'
import { claim } from './claim.ts'
import { JobQueue } from './queue.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const now = new Date('2026-03-10T09:00:00.000Z')
const leaseUntil = new Date(now.getTime() + 60_000)
const queue = new JobQueue(() => now)
const put = (uniqueKey?: string) => db.write((tx) => queue.add(tx, { kind: 'k', payload: null, uniqueKey }))
const take = () => db.write((tx) => claim(tx, { kinds: ['k'], now, leaseUntil, limit: 10 }))

test('the job of a killed process is due again at once, as another attempt', async () => {
  await put()
  await take()
  expect(await take()).toEqual([])
  await requeueOrphaned(db, now)
  expect(await take()).toMatchObject([{ kind: 'k', attempts: 2 }])
})

test('if the same work was queued again meanwhile, it is done once', async () => {
  await put('all')
  await take()
  await put('all')
  await requeueOrphaned(db, now)
  expect(await take()).toHaveLength(1)
  const open = await db.read.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()
  expect(open).toHaveLength(1)
})
