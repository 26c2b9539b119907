import { beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { waitingJobs } from '../../testing/waiting-jobs.ts'
import { addNextRuns } from './periodic.ts'
import { claim } from './claim.ts'
import { JobQueue } from './queue.ts'
import { PermanentFailure } from './job.ts'

const db = await openTestDatabase()
const START = Date.parse('2026-11-02T08:00:00.000Z')
const HOUR_MS = 3_600_000
const intervals = { sweep: HOUR_MS }
let now = START
const clock = () => new Date(now)
const { start, put, jobs, until } = waitingJobs(db, clock, jobRunners())

beforeEach(async () => {
  now = START
  await emptyTables(db)
})

const inAnHour = () => ({ dead_at: null, finished_at: null, run_at: new Date(now + HOUR_MS).toISOString() })

test('the end of a run stores the next one, whether the handler finishes the job or not', async () => {
  start({ sweep: () => Promise.resolve() }, { intervals })
  await put({ kind: 'sweep', payload: null })
  await until(async () => expect(await jobs()).toMatchObject([{ finished_at: expect.any(String) }, inAnHour()]))
})

test('a handler that finishes the job in a transaction of its own stores both with it, or neither', async () => {
  let isBroken = true
  start(
    {
      sweep: (job) =>
        db.write(async (tx) => {
          await job.finishIn(tx)
          if (isBroken) throw new PermanentFailure('rolled back')
        }),
    },
    { intervals },
  )
  await put({ kind: 'sweep', payload: null })
  const dead = { dead_at: expect.any(String), finished_at: null }
  await until(async () => expect(await jobs()).toMatchObject([dead, inAnHour()]))
  isBroken = false
  now += HOUR_MS
  await until(async () => expect(await jobs()).toMatchObject([dead, { finished_at: expect.any(String) }, inAnHour()]))
})

test('one that fails for good runs again, and its newest dead letter stands for all', async () => {
  start({ sweep: () => Promise.reject(new PermanentFailure('the bucket is away')) }, { intervals })
  await put({ kind: 'sweep', payload: null })
  const dead = { dead_at: expect.any(String), last_error: 'the bucket is away' }
  await until(async () => expect(await jobs()).toMatchObject([dead, inAnHour()]))
  now += HOUR_MS
  const closed = { dead_at: null, finished_at: expect.any(String) }
  await until(async () => expect(await jobs()).toMatchObject([closed, dead, inAnHour()]))
})

test('a start stores a run where none waits, and none that would run beside one under way', async () => {
  const startUp = () => db.write((tx) => addNextRuns(tx, new JobQueue(clock), intervals))
  await startUp()
  await startUp()
  expect(await jobs()).toMatchObject([inAnHour()])
  now += HOUR_MS
  const leaseUntil = new Date(now + 60_000)
  expect(await db.write((tx) => claim(tx, { kinds: ['sweep'], now: clock(), leaseUntil, limit: 1 }))).toHaveLength(1)
  await startUp()
  expect(await jobs()).toMatchObject([{ lease_until: leaseUntil.toISOString() }, inAnHour()])
})
