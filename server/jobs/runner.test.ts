import { beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../database/db.ts'
import { emptyTables, openTestDatabase, TEST_ENGINE } from '../testing/database.ts'
import { jobRunners } from '../testing/jobs.ts'
import { claim, finish, forgetFinished, JobQueue, type NewJob } from './queue.ts'
import { GiveUp, type JobHandler } from './runner.ts'

const db: Db = await openTestDatabase()
const START = Date.parse('2026-11-02T08:00:00.000Z')
let now = START
const clock = () => new Date(now)
const queue = new JobQueue(clock)
const run = jobRunners()

beforeEach(async () => {
  now = START
  await emptyTables(db)
})

function start(handlers: Record<string, JobHandler>, more: Parameters<typeof run>[2] = {}) {
  return run({ db, clock, queue }, handlers, more)
}

const put = (job: NewJob) => db.write((tx) => queue.add(tx, job))
const jobs = () => db.read.selectFrom('jobs').selectAll().orderBy('id').execute()
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const allFinished = async (count: number) =>
  until(async () => expect((await jobs()).filter((job) => job.finished_at)).toHaveLength(count))

test('a job runs once and is kept as finished', async () => {
  const seen: unknown[] = []
  start({ greet: async ({ payload }) => void seen.push(payload) })
  await put({ kind: 'greet', payload: { name: 'Ada' } })
  await allFinished(1)
  expect(seen).toEqual([{ name: 'Ada' }])
  expect(await jobs()).toMatchObject([{ attempts: 1, lease_until: null, dead_at: null, last_error: null }])
})

test('a job of an undone transaction never existed', async () => {
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

test('two runners that claim at the same moment never get the same job', async () => {
  await db.write(async (tx) => {
    for (let i = 0; i < 40; i++) await queue.add(tx, { kind: 'k', payload: i })
  })
  const leaseUntil = new Date(now + 60_000)
  const takers = Array.from({ length: 8 }, () =>
    db.write((tx) => claim(tx, { kinds: ['k'], now: clock(), leaseUntil, most: 5 })),
  )
  const taken = (await Promise.all(takers)).flat().map((job) => job.id)
  expect(new Set(taken).size).toBe(taken.length)
  const rest = await db.write((tx) => claim(tx, { kinds: ['k'], now: clock(), leaseUntil, most: 100 }))
  expect(rest.length + taken.length).toBe(40)
})

test('a failed job waits longer each time and is set aside after its last attempt', async () => {
  const { log } = start({
    fail: async () => {
      throw new Error('the mail server is away')
    },
  })
  await put({ kind: 'fail', payload: null, maxAttempts: 3 })
  let before = now
  const delays: number[] = []
  for (const attempts of [1, 2]) {
    await until(async () => expect(await jobs()).toMatchObject([{ attempts, lease_until: null }]))
    const [job] = await jobs()
    expect(job).toMatchObject({ last_error: 'the mail server is away', dead_at: null })
    delays.push(Date.parse(job!.run_at) - before)
    before = now = Date.parse(job!.run_at)
  }
  expect(delays[0]).toBeGreaterThanOrEqual(1000)
  expect(delays[0]).toBeLessThanOrEqual(3000)
  expect(delays[1]).toBeGreaterThanOrEqual(2000)
  expect(delays[1]).toBeLessThanOrEqual(6000)
  await until(async () => expect((await jobs())[0]!.dead_at).not.toBeNull())
  expect(await jobs()).toMatchObject([{ attempts: 3, finished_at: null, last_error: 'the mail server is away' }])
  expect(log.warn).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledTimes(1)
})

test('a job that gives up is set aside at once', async () => {
  start({
    hopeless: async () => {
      throw new GiveUp('no such request')
    },
  })
  await put({ kind: 'hopeless', payload: null })
  await until(async () => expect((await jobs())[0]!.dead_at).not.toBeNull())
  expect(await jobs()).toMatchObject([{ attempts: 1, last_error: 'no such request' }])
})

test('a job whose process died is taken by another when its lease has run out, and the dead one can no longer finish it', async () => {
  await put({ kind: 'slow', payload: null })
  const [dead] = await db.write((tx) =>
    claim(tx, { kinds: ['slow'], now: clock(), leaseUntil: new Date(now + 60_000), most: 1 }),
  )
  const attempts: number[] = []
  start({ slow: async ({ attempt }) => void attempts.push(attempt) })
  now += 59_000
  expect(await db.write((tx) => claim(tx, { kinds: ['slow'], now: clock(), leaseUntil: clock(), most: 1 }))).toEqual([])
  now += 1000
  await allFinished(1)
  expect(attempts).toEqual([2])
  expect(await db.write((tx) => finish(tx, dead!, clock()))).toBe(false)
})

test('a job that takes its process down every time is set aside without running again', async () => {
  await put({ kind: 'crash', payload: null, maxAttempts: 1 })
  await db.write((tx) => claim(tx, { kinds: ['crash'], now: clock(), leaseUntil: clock(), most: 1 }))
  const ran = vi.fn(async () => {})
  start({ crash: ran })
  await until(async () => expect((await jobs())[0]!.dead_at).not.toBeNull())
  expect(ran).not.toHaveBeenCalled()
})

test('a long job renews its lease', async () => {
  let end = () => {}
  const running = new Promise<void>((resolve) => (end = resolve))
  start({ long: () => running }, { leaseMs: 30 })
  await put({ kind: 'long', payload: null })
  await until(async () => expect((await jobs())[0]!.attempts).toBe(1))
  now += 1000
  await until(async () => expect((await jobs())[0]!.lease_until).toBe(new Date(now + 30).toISOString()))
  end()
  await allFinished(1)
})

test('of two waiting jobs with one key only the first is stored; a running one does not count', async () => {
  await put({ kind: 'train', payload: 1, uniqueKey: 'all' })
  await put({ kind: 'train', payload: 2, uniqueKey: 'all' })
  await put({ kind: 'other', payload: 3, uniqueKey: 'all' })
  expect((await jobs()).map((job) => job.payload)).toEqual(['1', '3'])
  await db.write((tx) => claim(tx, { kinds: ['train'], now: clock(), leaseUntil: new Date(now + 1000), most: 1 }))
  await put({ kind: 'train', payload: 4, uniqueKey: 'all' })
  expect((await jobs()).map((job) => job.payload)).toEqual(['1', '3', '4'])
})

test('a job waits while another one of its key runs, and runs when that has ended', async () => {
  const ends: (() => void)[] = []
  let atOnce = 0
  let most = 0
  const handlers: Record<string, JobHandler> = {
    sweep: async () => {
      most = Math.max(most, ++atOnce)
      await new Promise<void>((resolve) => ends.push(resolve))
      atOnce--
    },
    other: async () => {},
  }
  start(handlers)
  start(handlers)
  await put({ kind: 'sweep', payload: 1, uniqueKey: 'all' })
  await until(() => expect(ends).toHaveLength(1))
  await put({ kind: 'sweep', payload: 2, uniqueKey: 'all' })
  // Stored later and done: both runners have looked since.
  for (let i = 0; i < 5; i++) await put({ kind: 'other', payload: i })
  await allFinished(5)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await until(() => expect(ends).toHaveLength(2))
  ends[1]!()
  await allFinished(7)
  expect(most).toBe(1)
})

test('a failed job makes way for a newer one with its key', async () => {
  let fail = () => {}
  const running = new Promise<void>((_, reject) => (fail = () => reject(new Error('late'))))
  // The job may take it up only after that.
  running.catch(() => {})
  start({ train: ({ payload }) => (payload === 1 ? running : Promise.resolve()) }, { concurrency: 1 })
  await put({ kind: 'train', payload: 1, uniqueKey: 'all' })
  await until(async () => expect((await jobs())[0]!.attempts).toBe(1))
  await put({ kind: 'train', payload: 2, uniqueKey: 'all' })
  fail()
  await allFinished(2)
})

// Only there do two writes run at the same time.
test.runIf(TEST_ENGINE === 'postgres')(
  'a job that waited already runs after the write that asked for it has committed',
  async () => {
    await put({ kind: 'sweep', payload: null, uniqueKey: 'all' })
    const swept: string[][] = []
    const sweep = async () => {
      const rows = await db.read.selectFrom('settings').select('key').execute()
      swept.push(rows.map(({ key }) => key))
    }
    await db.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'late', value: '1', updated_at: clock().toISOString() }).execute()
      await queue.add(tx, { kind: 'sweep', payload: null, uniqueKey: 'all' })
      start({ sweep })
      await until(async () => expect((await jobs())[0]!.attempts).toBe(1))
    })
    await allFinished(1)
    expect(swept).toEqual([['late']])
  },
)

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

test('of a job that belongs to another process by now nothing is stored', async () => {
  let refusal: unknown
  const { stop } = start({
    store: async (job) => {
      // By the other process's clock the lease has run out; by this one's it never does.
      const [later, leaseUntil] = [new Date(now + 60_000), new Date(now + 120_000)]
      await db.write((tx) => claim(tx, { kinds: ['store'], now: later, leaseUntil, most: 1 }))
      const stored = db.write(async (tx) => {
        const row = { key: 'result', value: '1', updated_at: clock().toISOString() }
        await tx.insertInto('settings').values(row).execute()
        await job.finishIn(tx)
      })
      await stored.catch((error: unknown) => (refusal = error))
    },
  })
  await put({ kind: 'store', payload: null })
  await until(() => expect(refusal).toEqual(new Error('This job belongs to another process by now')))
  await stop()
  expect(await db.read.selectFrom('settings').selectAll().execute()).toEqual([])
  expect(await jobs()).toMatchObject([{ attempts: 2, finished_at: null }])
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
  start(handlers, { concurrency: 3, mostOf: { slow: 2 } })
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

test('progress can be read while a job runs', async () => {
  let end = () => {}
  const running = new Promise<void>((resolve) => (end = resolve))
  start({
    batch: async (job) => {
      await job.progress({ done: 3, of: 10 })
      await running
    },
  })
  await put({ kind: 'batch', payload: null })
  await until(async () => expect((await jobs())[0]!.progress).toBe('{"done":3,"of":10}'))
  end()
  await allFinished(1)
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

test('finished jobs are forgotten after a while, dead ones are not', async () => {
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
  await db.write((tx) => forgetFinished(tx, new Date(now + 1)))
  expect(await jobs()).toMatchObject([{ kind: 'b' }])
})
