import { beforeEach, expect, test } from 'vitest'
import { openTestDatabase, TEST_ENGINE } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { waitingJobs } from '../../testing/waiting-jobs.ts'
import { claim } from './claim.ts'
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

test('of two waiting jobs with one key only the first is stored; a running one does not count', async () => {
  await put({ kind: 'train', payload: 1, uniqueKey: 'all' })
  await put({ kind: 'train', payload: 2, uniqueKey: 'all' })
  await put({ kind: 'other', payload: 3, uniqueKey: 'all' })
  expect((await jobs()).map((job) => job.payload)).toEqual(['1', '3'])
  await db.write((tx) => claim(tx, { kinds: ['train'], now: clock(), leaseUntil: new Date(now + 1000), limit: 1 }))
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
  // Both runners have polled since: these were stored later and are done.
  for (let i = 0; i < 5; i++) await put({ kind: 'other', payload: i })
  await allFinished(5)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await until(() => expect(ends).toHaveLength(2))
  ends[1]!()
  await allFinished(7)
  expect(most).toBe(1)
})

test('a failed job is replaced by a newer one with its key', async () => {
  let fail = () => {}
  const running = new Promise<void>((_, reject) => (fail = () => reject(new Error('late'))))
  // Prevents an unhandled rejection: the job may only await it later.
  running.catch(() => {})
  start({ train: ({ payload }) => (payload === 1 ? running : Promise.resolve()) }, { concurrency: 1 })
  await put({ kind: 'train', payload: 1, uniqueKey: 'all' })
  await until(async () => expect((await jobs())[0]!.attempts).toBe(1))
  await put({ kind: 'train', payload: 2, uniqueKey: 'all' })
  fail()
  await allFinished(2)
})

// Only PostgreSQL has concurrent writes.
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
