import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { requeueOrphaned } from './orphaned.ts'
import { deadLetter, finish } from './lease.ts'
import { claim, type ClaimedJob } from './claim.ts'
import { JobQueue, type NewJob } from './queue.ts'
import { retryDead } from './retry-dead.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const START = Date.parse('2026-03-10T09:00:00.000Z')
const LEASE_MS = 60_000
const at = (ms: number) => new Date(START + ms)

const queue = new JobQueue(() => at(0))
const put = (job: Partial<NewJob> = {}) => db.write((tx) => queue.add(tx, { kind: 'k', payload: null, ...job }))
const take = (ms = 0, limit = 10, kinds = ['k', 'other']) =>
  db.write((tx) => claim(tx, { kinds, now: at(ms), leaseUntil: at(ms + LEASE_MS), limit }))
async function takeOne(ms = 0): Promise<ClaimedJob> {
  const [job, ...more] = await take(ms, 1)
  expect(more).toEqual([])
  return job!
}
const payloads = (jobs: ClaimedJob[]) => jobs.map(({ payload }) => JSON.parse(payload))

test('the longest due job is claimed first, and no more than asked for', async () => {
  await put({ payload: 'third', inMs: -1000 })
  await put({ payload: 'first', inMs: -3000 })
  await put({ payload: 'second', inMs: -2000 })
  expect(payloads(await take(0, 1))).toEqual(['first'])
  expect(payloads(await take(0, 1))).toEqual(['second'])
  expect(payloads(await take(0, 1))).toEqual(['third'])
})

test('a job with a key is due again when its lease has expired, although its own key blocks it until then', async () => {
  await put({ uniqueKey: 'all' })
  await take()
  expect(await take(LEASE_MS - 1)).toEqual([])
  expect(await take(LEASE_MS)).toMatchObject([{ attempts: 2 }])
})

test('a job waits for the one of its key whose lease has expired, and both are never claimed together', async () => {
  await put({ uniqueKey: 'all', payload: 'first' })
  await take()
  await put({ uniqueKey: 'all', payload: 'second' })
  const [first, ...more] = await take(LEASE_MS)
  expect(more).toEqual([])
  expect(first).toMatchObject({ payload: '"first"', attempts: 2 })
  expect(await take(LEASE_MS)).toEqual([])
  await db.write((tx) => finish(tx, first!, at(LEASE_MS)))
  expect(payloads(await take(LEASE_MS))).toEqual(['second'])
})

test('a waiting job waits for a newer one of its key whose lease has expired', async () => {
  await put({ uniqueKey: 'all', payload: 'older' })
  const older = await takeOne()
  await db.write((tx) => deadLetter(tx, older, at(0), 'The disk was full'))
  await put({ uniqueKey: 'all', payload: 'newer' })
  await take()
  await db.write((tx) => retryDead(tx, older.id, at(0)))
  expect(payloads(await take(LEASE_MS))).toEqual(['newer'])
})

test('a dead letter that is tried again brings the next run of its key forward', async () => {
  await put({ uniqueKey: 'daily', payload: 'today' })
  const today = await takeOne()
  await db.write((tx) => deadLetter(tx, today, at(0), 'The disk was full'))
  await put({ uniqueKey: 'daily', payload: 'tomorrow', inMs: 86_400_000 })
  await db.write((tx) => retryDead(tx, today.id, at(1000)))
  expect(await take(999)).toEqual([])
  expect(payloads(await take(1000))).toEqual(['tomorrow'])
})

test('a running job blocks its key for its own kind only', async () => {
  await put({ uniqueKey: 'all' })
  await take()
  await put({ uniqueKey: 'all' })
  await put({ kind: 'other', uniqueKey: 'all' })
  expect(await take()).toMatchObject([{ kind: 'other' }])
})

test('a job is finished once, by the runner that holds its lease', async () => {
  await put()
  const lost = await takeOne()
  const held = await takeOne(LEASE_MS)
  const end = (job: ClaimedJob) => db.write((tx) => finish(tx, job, at(LEASE_MS)))
  expect(await end(lost)).toBe(false)
  expect(await end(held)).toBe(true)
  expect(await end(held)).toBe(false)
})

test('a job scheduled for later stays so when the jobs of a killed process are requeued', async () => {
  await put({ inMs: 5000 })
  await requeueOrphaned(db, at(0))
  expect(await take(0)).toEqual([])
  expect(await take(5000)).toMatchObject([{ attempts: 1 }])
})

test('a job is requeued although one of its key was finished or dead before, or another kind has two', async () => {
  for (const end of [finish, (...[tx, job, now]: Parameters<typeof finish>) => deadLetter(tx, job, now, 'hopeless')]) {
    await put({ uniqueKey: 'all' })
    const before = await takeOne()
    await db.write((tx) => end(tx, before, at(0)))
  }
  await put({ kind: 'other', uniqueKey: 'all' })
  expect(await take(0, 10, ['other'])).toHaveLength(1)
  await put({ kind: 'other', uniqueKey: 'all' })
  await put({ uniqueKey: 'all' })
  await take(0, 10, ['k'])
  await requeueOrphaned(db, at(0))
  expect(await take(0, 10, ['k'])).toMatchObject([{ attempts: 2 }])
})
