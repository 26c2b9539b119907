import { beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { waitingJobs } from '../../testing/waiting-jobs.ts'
import { claim } from './claim.ts'
import { purgeFinished } from './queue.ts'
import type { JobHandler } from './job.ts'

const db = await openTestDatabase()
const START = Date.parse('2026-11-02T08:00:00.000Z')
let now = START
const clock = () => new Date(now)
const { queue, start, put, jobs, until, allFinished } = waitingJobs(db, clock, jobRunners())

beforeEach(async () => {
  now = START
  await emptyTables(db)
})

test('a job runs once and is stored as finished', async () => {
  const seen: unknown[] = []
  start({ greet: async ({ payload }) => void seen.push(payload) })
  await put({ kind: 'greet', payload: { name: 'Ada' } })
  await allFinished(1)
  expect(seen).toEqual([{ name: 'Ada' }])
  expect(await jobs()).toMatchObject([{ attempts: 1, lease_until: null, dead_at: null, last_error: null }])
})

test('a job of a rolled back transaction never existed', async () => {
  await expect(
    db.write(async (tx) => {
      await queue.add(tx, { kind: 'greet', payload: null })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await jobs()).toEqual([])
})

test('two runners share the queue and no job runs twice', async () => {
  const runs = new Map<unknown, number>()
  const handlers: Record<string, JobHandler> = {
    count: async ({ payload }) => {
      runs.set(payload, (runs.get(payload) ?? 0) + 1)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  start(handlers)
  start(handlers)
  await Promise.all(Array.from({ length: 100 }, (_, i) => put({ kind: 'count', payload: i })))
  await allFinished(100)
  expect(runs.size).toBe(100)
  expect([...runs.values()].every((count) => count === 1)).toBe(true)
})

test('two runners that claim concurrently never get the same job', async () => {
  await db.write(async (tx) => {
    for (let i = 0; i < 40; i++) await queue.add(tx, { kind: 'k', payload: i })
  })
  const leaseUntil = new Date(now + 60_000)
  const takers = Array.from({ length: 8 }, () =>
    db.write((tx) => claim(tx, { kinds: ['k'], now: clock(), leaseUntil, limit: 5 })),
  )
  const taken = (await Promise.all(takers)).flat().map((job) => job.id)
  expect(new Set(taken).size).toBe(taken.length)
  const rest = await db.write((tx) => claim(tx, { kinds: ['k'], now: clock(), leaseUntil, limit: 100 }))
  expect(rest.length + taken.length).toBe(40)
})

test('a job is not run before its time', async () => {
  const ran = vi.fn(async () => {})
  start({ later: ran, sooner: async () => {} })
  await put({ kind: 'later', payload: null, inMs: 5000 })
  await put({ kind: 'sooner', payload: null })
  await allFinished(1)
  expect(ran).not.toHaveBeenCalled()
  now += 5000
  await allFinished(2)
  expect(ran).toHaveBeenCalledTimes(1)
})

test('jobs without a handler here are left for other processes', async () => {
  start({ known: async () => {} })
  await put({ kind: 'unknown', payload: null })
  await put({ kind: 'known', payload: null })
  await allFinished(1)
  expect(await jobs()).toMatchObject([{ kind: 'unknown', attempts: 0 }, { kind: 'known' }])
})

test('a result and the end of its job are stored together', async () => {
  const store: JobHandler = async (job) => {
    await db.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'result', value: '1', updated_at: clock().toISOString() }).execute()
      await job.finishIn(tx)
    })
  }
  start({ store })
  await put({ kind: 'store', payload: null })
  await allFinished(1)
  expect(await db.read.selectFrom('settings').select('value').execute()).toEqual([{ value: '1' }])
})

test('the concurrency limit holds, and the next job begins when one ends', async () => {
  const ends: (() => void)[] = []
  start({ slow: () => new Promise<void>((resolve) => ends.push(resolve)) }, { concurrency: 2 })
  for (let i = 0; i < 3; i++) await put({ kind: 'slow', payload: i })
  await until(() => expect(ends).toHaveLength(2))
  await put({ kind: 'slow', payload: 3 })
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0])
  for (const done of [1, 2, 3, 4]) {
    ends[done - 1]!()
    await allFinished(done)
    await until(() => expect(ends).toHaveLength(Math.min(4, done + 2)))
  }
})

test('a kind at its own limit waits, and the other kinds do not wait for it', async () => {
  const ends: (() => void)[] = []
  let quick = 0
  const handlers: Record<string, JobHandler> = {
    slow: () => new Promise<void>((resolve) => ends.push(resolve)),
    quick: async () => void quick++,
  }
  for (let i = 0; i < 4; i++) await put({ kind: 'slow', payload: i })
  start(handlers, { concurrency: 3, concurrencyByKind: { slow: 2 } })
  await until(() => expect(ends).toHaveLength(2))
  await put({ kind: 'quick', payload: null })
  await until(() => expect(quick).toBe(1))
  expect(ends).toHaveLength(2)
  for (const done of [1, 2, 3, 4]) {
    await until(() => expect(ends.length).toBeGreaterThanOrEqual(done))
    ends[done - 1]!()
  }
  await allFinished(5)
})

test('stopping waits for running jobs and leaves interrupted ones to the next start', async () => {
  const started = vi.fn()
  const handler: JobHandler = ({ signal }) =>
    new Promise((_, reject) => {
      started()
      signal.addEventListener('abort', () => reject(new Error('interrupted')))
    })
  const runner = start({ slow: handler })
  await put({ kind: 'slow', payload: null })
  await until(() => expect(started).toHaveBeenCalled())
  await runner.stop()
  expect(await jobs()).toMatchObject([{ attempts: 0, lease_until: null, finished_at: null, last_error: null }])
})

test('finished jobs are deleted after a while, dead letters are not', async () => {
  await put({ kind: 'a', payload: null })
  await put({ kind: 'b', payload: null, maxAttempts: 1 })
  const runner = start({
    a: async () => {},
    b: async () => {
      throw new Error('no')
    },
  })
  await until(async () => expect((await jobs()).every((job) => job.finished_at ?? job.dead_at)).toBe(true))
  await runner.stop()
  await db.write((tx) => purgeFinished(tx, new Date(now + 1).toISOString()))
  expect(await jobs()).toMatchObject([{ kind: 'b' }])
})
