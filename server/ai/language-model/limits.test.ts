import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { get, post, put } from '../../testing/app.ts'
import { emptyRequests } from '../../testing/build.ts'
import { good } from '../../testing/language-model-answers.ts'
import { DRAFT, openModelOffice } from '../../testing/model-office.ts'
import { modelNote } from './notes.ts'

let model: Awaited<ReturnType<typeof openModelOffice>>
let office: (typeof model)['office']
let fake: (typeof model)['fake']

beforeAll(async () => {
  model = await openModelOffice()
  ;({ office, fake } = model)
}, LEARNING_MS)
beforeEach(() => model.begin())
afterEach(() => emptyRequests(model.office.db))
afterAll(() => model.close())

const classify = (draft?: object) => model.classify(draft)
const calls = () => model.calls()

test('beyond the office’s daily calls the local engine answers and says so', async () => {
  const { app, cleo } = office
  const set = (body: object) => put(app, cleo, '/api/settings/ai', body)
  await set({ callsPerDay: 2 })
  for (let i = 0; i < 2; i++) expect((await classify()).engine).toMatchObject({ name: 'language-model' })
  expect((await classify()).engine).toMatchObject({
    name: 'local',
    note: 'The office has used all its calls to the language model for today; this is the local engine’s answer.',
  })
  expect((await get(app, cleo, '/api/settings/ai')).body).toMatchObject({
    callsPerDay: 2,
    callsToday: 2,
    state: 'used-up',
  })
  expect(fake.asked).toHaveLength(2)
})

test('running questions count towards the daily limit', async () => {
  const { app, cleo, ben } = office
  await put(app, cleo, '/api/settings/ai', { callsPerDay: 2, callsPerPersonPerDay: 1 })
  const asBen = () => post(app, ben, '/api/ai/classify-request', DRAFT).then(({ body }) => body)
  const results = await Promise.all([classify(), classify(), classify(), asBen(), asBen()])
  expect(fake.asked).toHaveLength(2)
  expect(results.filter(({ engine }) => engine.name === 'language-model')).toHaveLength(2)
})

test('a call counts even if its caller did not wait for the answer', async () => {
  const connection = {
    get destroyed() {
      return fake.asked.length > 0
    },
    once: vi.fn(),
    off: vi.fn(),
  }
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}).loose() } as const
  const { languageModel } = office.services
  await runAsCaller({ key: office.ada.id, connection }, () => languageModel.ask(() => one))
  expect(await calls()).toHaveLength(1)
})

test('daily limits are per person, and counts of earlier days are deleted', async () => {
  const { app, cleo, ben, db } = office
  await put(app, cleo, '/api/settings/ai', { callsPerPersonPerDay: 1 })
  expect((await classify()).engine).toMatchObject({ name: 'language-model' })
  expect((await classify()).engine.note).toBe(
    'You have used all your calls to the language model for today; this is the local engine’s answer.',
  )
  const others = await post(app, ben, '/api/ai/classify-request', DRAFT)
  expect(others.body.engine).toMatchObject({ name: 'language-model' })
  // Moves all calls to the day before.
  await db.write((tx) => tx.updateTable('language_model_days').set({ day: '2026-03-09' }).execute())
  expect((await classify()).engine).toMatchObject({ name: 'language-model' })
  const days = await db.read.selectFrom('language_model_days').selectAll().orderBy('person_id').execute()
  expect(days).toEqual([
    { day: '2026-03-10', person_id: '', calls: 1 },
    { day: '2026-03-10', person_id: office.ada.id, calls: 1 },
  ])
})

test('a change of the limits is recorded in the audit log with the old values', async () => {
  const { app, cleo, db } = office
  await put(app, cleo, '/api/settings/ai', { callsPerDay: 500 })
  const [entry] = await db.read
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'settings.language-model-changed')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(JSON.parse(entry!.details)).toMatchObject({
    changed: ['callsPerDay'],
    callsPerDay: { before: null, after: 500 },
  })
})

test('too many concurrent questions are answered locally', async () => {
  const held: (() => void)[] = []
  fake.behave((res, one) => void held.push(() => good()(res, one)))
  const { app, ben, cleo, dan, services } = office
  const waiting = Array.from({ length: 4 }, () => classify())
  await vi.waitFor(() => expect(held).toHaveLength(4), { timeout: 300_000 })
  // Four concurrent questions are the limit of one person; other people have their own.
  expect((await classify()).engine.note).toContain('too many questions at once')
  for (const person of [ben, cleo, dan]) {
    for (let i = 0; i < 4; i++) {
      waiting.push(post(app, person, '/api/ai/classify-request', DRAFT).then(({ body }) => body))
    }
  }
  await vi.waitFor(() => expect(held).toHaveLength(16), { timeout: 300_000 })
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}) } as const
  expect(await runAsCaller({ key: 'one more' }, () => services.languageModel.ask(() => one))).toEqual({
    note: modelNote('crowded'),
  })
  for (const answer of held) answer()
  const names = (await Promise.all(waiting)).map(({ engine }) => engine.name)
  expect(new Set(names)).toEqual(new Set(['language-model']))
})

test('with "keep everything on this machine" no call is made, and no note is shown', async () => {
  const inUse = async () => (await get(office.app, office.ada, '/api/ai/status')).body.languageModel
  expect(await inUse()).toBe('office-7b')
  await put(office.app, office.cleo, '/api/settings/ai', { keepLocal: true })
  expect(await inUse()).toBeNull()
  const result = await classify()
  expect(result.engine).toMatchObject({ name: 'local' })
  expect(result.engine.note).toBeUndefined()
  await post(office.app, office.ada, '/api/ai/predict-time', { ...DRAFT, priority: 'low', department: 'it' })
  await post(office.app, office.ada, '/api/ai/user-assistant', { message: 'Where is my request now?' })
  await post(office.app, office.cleo, '/api/settings/ai/test', {})
  expect(fake.asked).toHaveLength(0)
  expect(await calls()).toEqual([])
})
