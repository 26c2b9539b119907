import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { brokenAi, LEARNING_MS, localAi } from '../../testing/ai.ts'
import { post, testApp } from '../../testing/app.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Ai } from '../host/ai.ts'
import { backgroundJobs, INTERVALS } from '../../background.ts'
import { scheduleClassifying } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let ai: Ai
const run = jobRunners()

beforeAll(async () => {
  ai = localAi()
  office = await testApp({ ai })
}, LEARNING_MS)
beforeEach(() => office.reset())
afterAll(() => office.close())

function start(engine: Ai = ai) {
  const { services } = office
  return run(office, backgroundJobs({ ...services, ai: engine }), { intervals: INTERVALS })
}
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 300_000, interval: 10 })
const requests = () => office.db.read.selectFrom('requests').selectAll().orderBy('number').execute()
const stored = () =>
  office.db.read
    .selectFrom('classifications as c')
    .innerJoin('suggestions as s', 's.id', 'c.suggestion_id')
    .select(['c.request_number', 's.engine', 's.asked_by_id'])
    .orderBy('c.request_number')
    .execute()

const NEW = {
  title: 'Warn before the session ends',
  description: 'People lose what they typed.',
  department: 'it',
  priority: 'low',
  dueDate: '2026-05-01',
}

test('a new request is classified in the background and its version stays', async () => {
  await post(office.app, office.ada, '/api/requests', NEW)
  expect((await requests())[0]!.classified_at).toBeNull()
  start()
  await until(async () => expect(await stored()).toHaveLength(1))
  expect(await stored()).toMatchObject([{ engine: 'local', asked_by_id: null }])
  expect(await requests()).toMatchObject([{ version: 1, classified_at: office.clock().toISOString() }])
  const { count } = await office.db.read
    .selectFrom('request_history')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})

test('while the engine is down the job waits for its retry, and succeeds when it is back', async () => {
  await post(office.app, office.ada, '/api/requests', NEW)
  const down = start(brokenAi())
  const jobs = () => office.db.read.selectFrom('jobs').selectAll().where('kind', '=', 'classify-missing').execute()
  await until(async () => expect((await jobs())[0]).toMatchObject({ attempts: 1, lease_until: null }))
  await down.stop()
  expect(await stored()).toEqual([])
  office.clock.forward(60_000)
  start()
  await until(async () => expect(await stored()).toHaveLength(1))
})

test('a request that cannot be classified does not block others, and is retried', async () => {
  const { db, ada, services, clock } = office
  const titles = Array.from({ length: 30 }, (_, i) => (i % 10 === 9 ? `Broken ${i}` : `Seal ${i} on the container`))
  for (const title of titles) await buildRequest(db, { requesterId: ada.id, title })
  await scheduleClassifying(services)
  const picky = start({
    ...ai,
    classify: async (draft, departments) => {
      if (draft.title.startsWith('Broken')) throw new Error('What is that?')
      return ai.classify(draft, departments)
    },
  })
  const job = () =>
    db.read.selectFrom('jobs').selectAll().where('kind', '=', 'classify-missing').executeTakeFirstOrThrow()
  await until(async () => expect(await job()).toMatchObject({ attempts: 1, last_error: 'What is that?' }))
  await picky.stop()
  expect(await stored()).toHaveLength(27)
  clock.forward(60_000)
  start()
  await until(async () => expect(await stored()).toHaveLength(30))
})

test('requests created without a classification get exactly one', async () => {
  const { db, services, ada } = office
  for (let i = 0; i < 25; i++) await buildRequest(db, { requesterId: ada.id, title: `Label ${i} on the printer` })
  await scheduleClassifying(services)
  start()
  await until(async () => expect(await stored()).toHaveLength(25))
  expect((await requests()).every(({ classified_at, version }) => classified_at !== null && version === 1)).toBe(true)
  await scheduleClassifying(services)
  await until(async () => {
    const jobs = await db.read.selectFrom('jobs').select('finished_at').where('kind', '=', 'classify-missing').execute()
    expect(jobs.filter(({ finished_at }) => finished_at === null)).toEqual([])
  })
  expect(await db.read.selectFrom('suggestions').select('id').execute()).toHaveLength(25)
})

test('an interrupted catch-up resumes where it stopped', async () => {
  const { db, services, ada } = office
  for (let i = 0; i < 45; i++) await buildRequest(db, { requesterId: ada.id, title: `Column ${i}` })
  await scheduleClassifying(services)
  const first = start()
  await until(async () => expect((await stored()).length).toBeGreaterThan(2))
  await first.stop()
  const before = (await stored()).length
  start()
  await until(async () => expect(await stored()).toHaveLength(45))
  expect(before).toBeLessThan(45)
  expect(await db.read.selectFrom('suggestions').select('id').execute()).toHaveLength(45)
})

test('the daily retention deletes expired data and keeps the rest', async () => {
  const { db, services, clock, ada, app } = office
  const key = { 'idempotency-key': 'one' }
  await post(app, ada, '/api/requests', NEW, key)
  await post(app, ada, '/api/ai/classify-request', { title: 'A draft', description: 'that nobody sends' })
  await db.write((tx) => services.queue.add(tx, { kind: 'retention', payload: null }))
  start()
  const rounds = () => db.read.selectFrom('jobs').selectAll().where('kind', '=', 'retention').orderBy('id').execute()
  await until(async () => expect(await rounds()).toHaveLength(2))
  await until(async () => expect(await stored()).toHaveLength(1))
  expect(await db.read.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(1)
  const sessions = await db.read.selectFrom('sessions').select('id').execute()
  expect(sessions).toHaveLength(4)
  clock.forward(91 * 86_400_000)
  const next = new Date(clock().getTime() + 86_400_000).toISOString()
  await until(async () => expect((await rounds()).at(-1)).toMatchObject({ run_at: next, finished_at: null }))
  expect(await db.read.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
  expect(await db.read.selectFrom('sessions').select('id').execute()).toEqual([])
  const suggestions = await db.read.selectFrom('suggestions').select('request_number').execute()
  expect(suggestions).toEqual([{ request_number: expect.any(Number) }])
})
