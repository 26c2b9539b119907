import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Ai, AiState } from '../host/ai.ts'
import { batchJobs } from './jobs.ts'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { post, testApp } from '../../testing/app.ts'
import { batchesOf } from '../../testing/batches.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let ai: Ai
let work: ReturnType<typeof batchesOf>['work']
let get1: ReturnType<typeof batchesOf>['get1']
let untilState: ReturnType<typeof batchesOf>['untilState']
let analysed: ReturnType<typeof batchesOf>['analysed']
const run = jobRunners()

beforeAll(async () => {
  ai = localAi()
  office = await testApp({ ai })
  ;({ work, get1, untilState, analysed } = batchesOf(office, ai, run))
}, LEARNING_MS)
beforeEach(() => emptyRequests(office.db))
afterAll(() => office.close())

/** Runs attempts of a batch with an engine that cannot analyze the request "Broken". */
function attemptsOf(batchId: string, state: AiState['state'] = 'ready') {
  const failing: Ai = {
    ...ai,
    classify: (draft, departments) =>
      draft.title === 'Broken' ? Promise.reject(new Error('cannot be read')) : ai.classify(draft, departments),
    state: () => ({ ...ai.state(), state }),
  }
  return (attempt: number) =>
    batchJobs({ ...office.services, ai: failing }).batch!({
      id: 1,
      payload: { batchId },
      attempt,
      signal: new AbortController().signal,
      finishIn: async () => {},
    })
}

test('two calls under one key start one batch', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id })
  const ask = (key: string) => post(app, ben, '/api/ai/batches', { kinds: ['time'] }, { 'idempotency-key': key })
  const before = (await get1('/api/ai/batches')).length
  const first = await ask('run')
  expect(first).toMatchObject({ statusCode: 201, body: { state: 'running', total: 1, done: 0, undecided: 1 } })
  expect(await get1(`/api/ai/batches/${first.body.id}`)).toEqual(first.body)
  expect((await ask('run')).body).toEqual(first.body)
  expect((await get1('/api/ai/batches')).length).toBe(before + 1)
  expect((await ask('another')).body.id).not.toBe(first.body.id)
})

test('one person may have two running batches; a third is refused until one ends, and other people may start theirs', async () => {
  const { app, db, ada, ben, cleo } = office
  await buildRequest(db, { requesterId: ada.id })
  const begin = (person = ben) => post(app, person, '/api/ai/batches', {})
  const { body: first } = await begin()
  expect((await begin()).statusCode).toBe(201)
  expect(await begin()).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '30' },
    body: {
      code: 'too-many-calls',
      error: '2 of your analyses are already running. Please wait for one to finish, or stop one.',
    },
  })
  expect((await begin(cleo)).statusCode).toBe(201)
  await post(app, ben, `/api/ai/batches/${first.id}/cancel`)
  expect((await begin()).statusCode).toBe(201)
})

test('a batch suggests values and times and changes no request', async () => {
  const { items, address } = await analysed(3, { kinds: ['classification', 'time'] })
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    suggested: { suggestionId: expect.any(String) },
    time: { days: expect.any(Number), unit: 'calendar' },
    current: { priority: 'medium', department: 'it' },
    decision: null,
  })
  expect(await get1(address)).toMatchObject({ total: 3, done: 3, undecided: 3 })
  const rows = await office.db.read.selectFrom('requests').select('version').execute()
  expect(rows.map(({ version }) => version)).toEqual([1, 1, 1])
})

test('a batch counts in the office’s unit of days, and an earlier one keeps its own', async () => {
  const { services } = office
  const before = await analysed(1, { kinds: ['time'] })
  await services.settings.change({ estimateDays: 'working' })
  const after = await analysed(1, { kinds: ['time'] })
  await services.settings.change({ estimateDays: 'calendar' })
  expect(after.items[0].time.unit).toBe('working')
  expect((await get1(`${before.address}/items`)).items[0].time.unit).toBe('calendar')
})

test('an interrupted batch resumes where it stopped and analyzes no row twice', async () => {
  const { app, db, ada, ben } = office
  for (let i = 0; i < 4; i++) await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  let calls = 0
  const stuck: Ai = {
    ...ai,
    classify: (draft, departments) =>
      ++calls > 2
        ? new Promise((_, reject) => setTimeout(() => reject(new Error('killed')), 50))
        : ai.classify(draft, departments),
  }
  const first = work(stuck)
  await vi.waitFor(() => expect(calls).toBe(3), { timeout: 300_000 })
  await first.stop()
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'running', done: 2 })
  work()
  await untilState(batch.id, 'finished')
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ done: 4 })
  expect(await db.read.selectFrom('suggestions').select('id').execute()).toHaveLength(4)
})

test('a cancelled batch stops and keeps its results', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  expect((await post(app, ben, `/api/ai/batches/${batch.id}/cancel`)).body.state).toBe('cancelled')
  const { body: other } = await post(app, ben, '/api/ai/batches', {})
  work()
  await untilState(other.id, 'finished')
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await get1('/api/ai/batches')).toHaveLength(2)
})

test('a stopped batch leaves its analyzed rows to review and no waiting ones', async () => {
  const { app, db, ada, ben } = office
  for (let i = 0; i < 3; i++) await buildRequest(db, { requesterId: ada.id })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  const address = `/api/ai/batches/${batch.id}`
  let calls = 0
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  work({
    ...ai,
    classify: async (draft, departments) => {
      if (++calls === 2) await stopped
      return ai.classify(draft, departments)
    },
  })
  await vi.waitFor(() => expect(calls).toBe(2), { timeout: 300_000 })
  expect(await get1(address)).toMatchObject({ state: 'running', done: 1, undecided: 3 })
  await post(app, ben, `${address}/cancel`)
  expect(await get1(address)).toMatchObject({ state: 'cancelled', total: 3, done: 1, undecided: 1 })
  const { items, total } = await get1(`${address}/items?decision=none`)
  expect([items.length, total]).toEqual([1, 1])
  await post(app, ben, `${address}/decisions`, { items: [{ itemId: items[0].itemId, decision: 'accept' }] })
  expect(await get1(address)).toMatchObject({ undecided: 0 })
  await post(app, ben, `${address}/undo`, { decisionIds: [items[0].itemId] })
  expect(await get1(address)).toMatchObject({ undecided: 1 })
  stop()
})

test('a row that cannot be analyzed does not block the others, and in the end the batch stops without it', async () => {
  const { app, db, ada, ben } = office
  for (const title of ['Count the pallets', 'Broken', 'Weigh the lorries'])
    await buildRequest(db, { requesterId: ada.id, title })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  const attempt = attemptsOf(batch.id)
  const address = `/api/ai/batches/${batch.id}`
  await expect(attempt(1)).rejects.toThrow('cannot be read')
  expect(await get1(address)).toMatchObject({ state: 'running', done: 2 })
  await attempt(10)
  expect(await get1(address)).toMatchObject({ state: 'cancelled', total: 3, done: 2, undecided: 2 })
  const entries = db.read
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('target_id', '=', batch.id)
    .orderBy('id')
  expect(await entries.execute()).toEqual([
    { action: 'ai.batch-started', actor_id: ben.id, details: '{"requests":3}' },
    { action: 'ai.batch-failed', actor_id: ben.id, details: '{"failed":1}' },
  ])
})

test('while the engine is down, a batch is tried again up to its last attempt', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id, title: 'Broken' })
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  const attempt = attemptsOf(batch.id, 'down')
  await expect(attempt(49)).rejects.toThrow('cannot be read')
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'running' })
  await attempt(50)
  expect(await get1(`/api/ai/batches/${batch.id}`)).toMatchObject({ state: 'cancelled' })
})

test('who started a batch is told when it is ready, and how many suggestions differ', async () => {
  const { address, items } = await analysed(2)
  const { counts } = await get1(`${address}/items`)
  const { notices } = await get1('/api/notices')
  expect(items).toHaveLength(2)
  expect(notices[0]).toMatchObject({
    code: 'batch-ready',
    reasons: [{ code: 'started' }],
    values: { path: '/dashboard?view=ai-analysis', rows: counts.differ },
  })
})
