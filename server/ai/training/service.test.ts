import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addNextRuns } from '../../platform/jobs/periodic.ts'
import { claim } from '../../platform/jobs/claim.ts'
import type { Actor } from '../../platform/actor.ts'
import { brokenAi, LEARNING_MS } from '../../testing/ai.ts'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'
import type { Ai } from '../host/ai.ts'
import { startingCorpus } from '../../../engine/corpus/corpus.ts'
import { saveModel, stampOf } from '../../../engine/model.ts'
import { backgroundJobs } from '../../background.ts'
import { scheduleFirstTraining } from './service.ts'
import { insertModel } from '../host/stored-models.ts'
import { startingModel } from '../host/starting-model.ts'
import { type TrainingPage, type TrainingResult, trainAndCompare } from '../host/train-and-compare.ts'
import { askForTraining } from './service.ts'

let office: Awaited<ReturnType<typeof testApp>>
let model: Uint8Array
const run = jobRunners()

beforeAll(async () => {
  model = saveModel(startingModel())
  office = await testApp()
}, LEARNING_MS)
beforeEach(async () => {
  await emptyRequests(office.db)
  await office.db.write((tx) => tx.deleteFrom('models').execute())
})
afterAll(() => office.close())

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 300_000, interval: 10 })
const models = () => office.db.read.selectFrom('models').selectAll().orderBy('id').execute()
const score = { asked: 0, accuracy: 0, before: 0 }
const SCORES = { priority: score, developmentType: score, responsibleDepartment: score }

/** An engine that learns at once, or waits for `learn`, and records its training data in `seen`. */
function learner(learn?: (signal: AbortSignal) => Promise<void>, isBetterOrEqual = true) {
  const seen = {
    examples: [] as TrainingPage['examples'],
    history: [] as TrainingPage['history'],
    used: [] as number[],
  }
  const ai: Ai = {
    ...brokenAi(),
    useNewest: async () => void seen.used.push((await models()).at(-1)!.id),
    train: async (pages, _options, signal): Promise<TrainingResult> => {
      for await (const page of pages) {
        seen.examples.push(...page.examples)
        seen.history.push(...page.history)
      }
      await learn?.(signal)
      return { model, stamp: stampOf(startingModel()), scores: SCORES, isBetterOrEqual }
    },
  }
  return { ai, seen }
}

function start(ai: Ai) {
  return run(office, backgroundJobs({ ...office.services, ai }))
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('interrupted'))))

test('only people who manage the settings may start training', async () => {
  const { app, ada, ben, cleo } = office
  for (const person of [ada, ben]) expect((await post(app, person, '/api/ai/train')).statusCode).toBe(403)
  expect((await post(app, null, '/api/ai/train')).statusCode).toBe(401)
  expect((await post(app, cleo, '/api/ai/train')).statusCode).toBe(202)
})

test('it learns from the present values of requests, and the model is stored with the range of its data', async () => {
  const { app, db, cleo, ada } = office
  const done = await buildRequest(db, {
    requesterId: ada.id,
    status: 'completed',
    department: 'data',
    priority: 'high',
  })
  await buildRequest(db, { requesterId: ada.id, status: 'cancelled', createdAt: '2026-03-11T09:00:00.000Z' })
  await post(app, cleo, '/api/ai/train')
  const { ai, seen } = learner()
  start(ai)
  await until(async () => expect(seen.used.length).toBe(1))
  expect(seen.examples).toMatchObject([
    { title: done.title, department: 'data', priority: 'high', developmentType: null },
  ])
  expect(seen.history).toMatchObject([{ id: done.id, finishedAt: done.completed_at }])
  expect(await models()).toMatchObject([
    { engine: 'local', learned_from: 1, taken_into_use: 1, data_from: done.created_at, data_to: done.created_at },
  ])
  expect((await get(app, cleo, '/api/ai/status')).body.trainedAt).toBe(office.clock().toISOString())
})

test('each label is learned with the person who gave it: the requester, or who changed or decided it last', async () => {
  const { app, db, ada, ben, dan, cleo } = office
  const own = await buildRequest(db, { requesterId: ada.id })
  const changed = await buildRequest(db, { requesterId: dan.id, priority: 'low', department: 'it' })
  await patch(app, ben, `/api/requests/${changed.id}`, { priority: 'high' })
  await post(app, cleo, '/api/ai/train')
  const { ai, seen } = learner()
  start(ai)
  await until(async () => expect(seen.used.length).toBe(1))
  const byAda = { id: ada.id, isOwn: true }
  const byDan = { id: dan.id, isOwn: true }
  expect(seen.examples.map(({ title, taughtBy }) => ({ title, taughtBy }))).toEqual([
    { title: own.title, taughtBy: { priority: byAda, responsibleDepartment: byAda, developmentType: byAda } },
    {
      title: changed.title,
      taughtBy: { priority: { id: ben.id, isOwn: false }, responsibleDepartment: byDan, developmentType: byDan },
    },
  ])
})

test('a worse model is recorded but not used', async () => {
  await post(office.app, office.cleo, '/api/ai/train')
  const { ai, seen } = learner(undefined, false)
  start(ai)
  await until(async () => expect(await models()).toMatchObject([{ taken_into_use: 0, content: null }]))
  expect(seen.used.length).toBe(0)
  expect((await get(office.app, office.cleo, '/api/ai/status')).body.trainedAt).toBeNull()
})

test('interrupted training leaves nothing behind, and the next start learns everything', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  await post(office.app, office.cleo, '/api/ai/train')
  const begun = vi.fn()
  const slow = learner((signal) => {
    begun()
    return untilAborted(signal)
  })
  const first = start(slow.ai)
  await until(() => expect(begun).toHaveBeenCalled())
  await first.stop()
  expect(await models()).toEqual([])
  const { ai, seen } = learner()
  start(ai)
  await until(async () => expect(await models()).toHaveLength(1))
  expect(seen.examples).toHaveLength(1)
})

test('a process that lost its job while training does not store its model after another has taken over', async () => {
  const { db, clock, app, cleo, services } = office
  await post(app, cleo, '/api/ai/train')
  const leaseUntil = new Date(clock().getTime() + 60_000)
  const [dead] = await db.write((tx) => claim(tx, { kinds: ['train'], now: clock(), leaseUntil, limit: 1 }))
  clock.forward(61_000)
  start(learner().ai)
  await until(async () => expect(await models()).toHaveLength(1))
  const late = backgroundJobs({ ...services, ai: learner().ai }).train!({
    id: dead!.id,
    payload: null,
    attempt: 1,
    signal: new AbortController().signal,
    finishIn: async () => {
      throw new Error('This job belongs to another process by now')
    },
  })
  await expect(late).rejects.toThrow('another process')
  expect(await models()).toHaveLength(1)
})

/** Enqueues a check whether training is due. */
const look = (uniqueKey: string) =>
  office.db.write((tx) => office.queue.add(tx, { kind: 'train-when-due', payload: null, uniqueKey }))
const jobsOf = (kind: string) => office.db.read.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()
const finishedLooks = async () => (await jobsOf('train-when-due')).filter(({ finished_at }) => finished_at)

test('it is due after enough new requests, not before', async () => {
  const { db, ada } = office
  const { ai, seen } = learner()
  start(ai)
  for (let i = 0; i < 49; i++) await buildRequest(db, { requesterId: ada.id })
  await look('a')
  await until(async () => expect(await finishedLooks()).toHaveLength(1))
  expect(seen.used.length).toBe(0)
  await buildRequest(db, { requesterId: ada.id })
  await look('b')
  await until(async () => expect(seen.used.length).toBe(1))
})

test('after a start the check runs within minutes, even if the last one scheduled it in hours', async () => {
  const { db, clock, services } = office
  await db.write((tx) => tx.deleteFrom('jobs').execute())
  await db.write((tx) => addNextRuns(tx, services.queue, { 'train-when-due': 6 * 3_600_000 }))
  await scheduleFirstTraining(services)
  const waits = (await jobsOf('train-when-due')).map(({ run_at }) => Date.parse(run_at) - clock().getTime())
  expect(Math.min(...waits)).toBeLessThan(600_000)
})

test('cancelled requests, which are not learned from, make no training due', async () => {
  const { db, app, ada, cleo } = office
  for (let i = 0; i < 50; i++) await buildRequest(db, { requesterId: ada.id, status: 'cancelled' })
  await buildRequest(db, { requesterId: ada.id })
  await post(app, cleo, '/api/ai/train')
  const { ai, seen } = learner()
  start(ai)
  await until(() => expect(seen.used.length).toBe(1))
  await look('after')
  await until(async () => expect(await finishedLooks()).toHaveLength(1))
  expect(await jobsOf('train')).toHaveLength(1)
})

test('training of an earlier engine version does not count', async () => {
  const { db, app, ada, cleo } = office
  const { created_at } = await buildRequest(db, { requesterId: ada.id })
  for (let i = 1; i < 50; i++) await buildRequest(db, { requesterId: ada.id })
  await db.write((tx) =>
    insertModel(tx, {
      engine: 'local',
      engine_version: '0.9',
      created_at,
      data_from: created_at,
      data_to: created_at,
      learned_from: 50,
      decisions: 0,
      taken_into_use: 1,
      scores: JSON.stringify(SCORES),
      content: model,
    }),
  )
  expect((await get(app, cleo, '/api/ai/status')).body.trainedAt).toBeNull()
  const { ai, seen } = learner()
  start(ai)
  await look('after')
  await until(() => expect(seen.used.length).toBe(1))
})

test('during a training no other is enqueued, by anyone', async () => {
  const { db, ada, cleo, services } = office
  for (let i = 0; i < 50; i++) await buildRequest(db, { requesterId: ada.id })
  const ai: Ai = { ...learner().ai, state: () => ({ ...brokenAi().state(), isTraining: true }) }
  const actor = { id: cleo.id, permissions: new Set(['settings.manage'] as const) }
  const answer = await askForTraining({ ...services, ai }, actor as unknown as Actor)
  expect(answer.message).toContain('already running')
  start(ai)
  await look('meanwhile')
  await until(async () => expect(await finishedLooks()).toHaveLength(1))
  expect(await jobsOf('train')).toEqual([])
})

test('only the contents of the last three models are retained', async () => {
  const { ai, seen } = learner()
  start(ai)
  for (let round = 1; round <= 4; round++) {
    await post(office.app, office.cleo, '/api/ai/train')
    await until(async () => expect(seen.used.length).toBe(round))
  }
  expect((await models()).map(({ content }) => content !== null)).toEqual([false, true, true, true])
})

test(
  'what it learnt is stored, read back and no worse than before on decisions it had not seen',
  () => {
    const examples = startingCorpus()
      .slice(0, 60)
      .map((row) => ({ ...row, developmentType: null }))
    const result = trainAndCompare({ examples, history: [] }, { unit: 'calendar', now: 0, present: model })
    expect(result.stamp.learnedFrom).toBe(60)
    expect(result.scores.priority.asked).toBe(12)
    expect(result.scores.developmentType.asked).toBe(0)
    expect(result.isBetterOrEqual).toBe(true)
  },
  LEARNING_MS,
)

test(
  'models are compared on what neither has learned from',
  () => {
    const examples = startingCorpus()
      .slice(0, 60)
      .map((row, i) => ({ ...row, createdAt: new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString() }))
    const options = { unit: 'calendar', now: Date.UTC(2026, 2, 1), present: model } as const
    // A fifth would be twelve; the present model has learned from seven of those.
    const { scores } = trainAndCompare({ examples, history: [] }, { ...options, learnedUntil: examples[54]!.createdAt })
    expect(scores.priority.asked).toBe(5)
  },
  LEARNING_MS,
)
