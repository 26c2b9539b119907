import { beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { waitingJobs } from '../../testing/waiting-jobs.ts'
import { finish } from './lease.ts'
import { claim } from './claim.ts'
import { PermanentFailure } from './job.ts'

const db = await openTestDatabase()
const START = Date.parse('2026-11-02T08:00:00.000Z')
let now = START
const clock = () => new Date(now)
const { start, put, jobs, until, allFinished } = waitingJobs(db, clock, jobRunners())

beforeEach(async () => {
  now = START
  await emptyTables(db)
})

test('a failed job is retried with growing delays and becomes a dead letter after its last attempt', async () => {
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

test('a job that gives up becomes a dead letter at once', async () => {
  start({
    hopeless: async () => {
      throw new PermanentFailure('no such request')
    },
  })
  await put({ kind: 'hopeless', payload: null })
  await until(async () => expect((await jobs())[0]!.dead_at).not.toBeNull())
  expect(await jobs()).toMatchObject([{ attempts: 1, last_error: 'no such request' }])
})

test('a job whose process died is claimed by another when its lease has expired, and the first can no longer finish it', async () => {
  await put({ kind: 'slow', payload: null })
  const [dead] = await db.write((tx) =>
    claim(tx, { kinds: ['slow'], now: clock(), leaseUntil: new Date(now + 60_000), limit: 1 }),
  )
  const attempts: number[] = []
  start({ slow: async ({ attempt }) => void attempts.push(attempt) })
  now += 59_000
  expect(await db.write((tx) => claim(tx, { kinds: ['slow'], now: clock(), leaseUntil: clock(), limit: 1 }))).toEqual(
    [],
  )
  now += 1000
  await allFinished(1)
  expect(attempts).toEqual([2])
  expect(await db.write((tx) => finish(tx, dead!, clock()))).toBe(false)
})

test('a job that crashes its process every time becomes a dead letter without running again', async () => {
  await put({ kind: 'crash', payload: null, maxAttempts: 1 })
  await db.write((tx) => claim(tx, { kinds: ['crash'], now: clock(), leaseUntil: clock(), limit: 1 }))
  const ran = vi.fn(async () => {})
  const log = vi.fn(async () => {})
  start({ crash: ran }, { onDeadLetter: { crash: log } })
  await until(async () => expect((await jobs())[0]!.dead_at).not.toBeNull())
  expect(ran).not.toHaveBeenCalled()
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.anything(), null, 'process-ended')
})

test('no job is taken from a runner because the clock was put forward, and one whose process died is taken later', async () => {
  let passed = 0
  const alone = { leaseMs: 60_000, uptime: () => passed }
  const ran = vi.fn(async () => {})
  let end = () => {}
  const long = () => new Promise<void>((resolve) => (end = resolve))
  start({ long }, { ...alone, concurrencyByKind: { long: 1 } })
  await put({ kind: 'long', payload: null })
  await until(async () => expect(await jobs()).toMatchObject([{ attempts: 1 }]))
  start({ long: ran, other: async () => {} }, alone)
  for (const [jump, others] of [
    [3_600_000, 1],
    [-3_600_000, 2],
    [3_600_000, 3],
  ] as const) {
    now += jump
    await put({ kind: 'other', payload: null, inMs: Math.min(0, -jump) })
    await allFinished(others)
  }
  expect(ran).not.toHaveBeenCalled()
  // Its holder has not renewed the lease for a lease's time.
  passed += 60_000
  now += 60_000
  await until(() => expect(ran).toHaveBeenCalledTimes(1))
  end()
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

test('a job claimed by another process meanwhile stores nothing', async () => {
  let refusal: unknown
  const { stop } = start({
    store: async (job) => {
      // By the other process's clock the lease has expired; by this one's it never does.
      const [later, leaseUntil] = [new Date(now + 60_000), new Date(now + 120_000)]
      await db.write((tx) => claim(tx, { kinds: ['store'], now: later, leaseUntil, limit: 1 }))
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
