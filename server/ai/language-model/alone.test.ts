import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import type { Classification, Suggestion } from '../../../shared/ai.ts'
import { brokenAi } from '../../testing/ai.ts'
import { get, post, put, testApp } from '../../testing/app.ts'
import { fakeLanguageModel } from '../../testing/language-model.ts'
import { good, status } from '../../testing/language-model-answers.ts'
import { buildRequest } from '../../testing/build.ts'

/** The local engine is down in all of these. */
let office: Awaited<ReturnType<typeof testApp>>
let fake: Awaited<ReturnType<typeof fakeLanguageModel>>

beforeAll(async () => {
  fake = await fakeLanguageModel()
  office = await testApp()
})
let setups = 0
beforeEach(async () => {
  fake.behave(good())
  office.services.ai = brokenAi()
  await setUp({ model: 'office-7b', apiKey: `sk-test-of-the-office-${++setups}`, keepLocal: false })
})
afterAll(async () => {
  await office.close()
  await fake.close()
})

const DRAFT = {
  title: 'Send the manifest to the port operator automatically',
  description: 'Every night the file must go to their interface over SFTP.',
}
const setUp = (change: object) => put(office.app, office.cleo, '/api/settings/ai', { baseUrl: fake.url, ...change })
const classify = (more: object = {}) => post(office.app, office.ada, '/api/ai/classify-request', { ...DRAFT, ...more })

test('a reachable language model answers alone, and the answer says so', async () => {
  const { statusCode, body } = await classify()
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({
    priority: 'high',
    developmentType: 'Integration',
    responsibleDepartment: 'operations',
    confidence: 0.7,
    engine: { name: 'language-model', note: expect.stringContaining('The local engine cannot answer right now') },
  })
  // Without comparable requests there is no processing time.
  expect(body).not.toHaveProperty('processingTime')
})

test('the values that it did not choose share the remaining probability evenly', async () => {
  const { fields } = (await classify()).body as Suggestion
  const shares = ({ alternatives }: { alternatives: { probability: number }[] }) =>
    alternatives.map(({ probability }) => probability)
  expect(shares(fields.priority)).toEqual([0.07, 0.07, 0.07])
  expect(shares(fields.developmentType)).toHaveLength(6)
  expect(new Set(shares(fields.developmentType)).size).toBe(1)
  const values = fields.responsibleDepartment.alternatives.map(({ value }) => value)
  expect(values.toSorted()).toEqual(['compliance', 'data', 'it', 'security'])
})

test('its answer is stored with its note as the classification of the named request', async () => {
  const { id } = await buildRequest(office.db, { requesterId: office.ada.id, ...DRAFT })
  const { suggestionId, engine } = (await classify({ requestId: id })).body
  const stored = await get(office.app, office.ada, `/api/ai/classification/${id}`)
  expect(stored.body).toMatchObject({ suggestionId, engine })
  const judged = { suggestionId, decisions: [{ field: 'priority', outcome: 'changed', value: 'low' }] }
  expect((await post(office.app, office.ada, '/api/ai/feedback', judged)).statusCode).toBe(204)
})

test('both engines are asked concurrently', async () => {
  const called = vi.fn(async () => {
    // The engine hangs until the model has been asked as well.
    await vi.waitFor(() => expect(fake.asked).toHaveLength(1), { timeout: 300_000 })
    return brokenAi().classify(DRAFT, FIRST_DEPARTMENTS)
  })
  office.services.ai = { ...brokenAi(), classify: called }
  expect((await classify()).body.engine.name).toBe('language-model')
  expect(called).toHaveBeenCalledOnce()
})

test('an engine that goes down after its answer costs only the processing time', async () => {
  const own = (value: string) => ({ value, probability: 0.6, certain: true, missing: null, alternatives: [] })
  const local = {
    priority: 'low',
    developmentType: 'UI',
    responsibleDepartment: 'it',
    confidence: 0.6,
    reasoning: 'Words.',
    processingTime: { estimate: '1 week', confidence: 0.5, factors: [], days: 7, low: 3, high: 12 },
    fields: { priority: own('low'), developmentType: own('UI'), responsibleDepartment: own('it') },
    words: [],
    engine: { name: 'local', version: '1', learnedFrom: 0 },
  } as unknown as Classification
  office.services.ai = { ...brokenAi(), classify: async () => local }
  const { statusCode, body } = await classify()
  expect([statusCode, body.priority]).toEqual([200, 'high'])
  expect(body).not.toHaveProperty('processingTime')
})

test('with both down the call fails, nothing is stored, and the request can still be created', async () => {
  fake.behave(status(500))
  const suggestions = () => office.db.read.selectFrom('suggestions').select('id').execute()
  const before = await suggestions()
  expect(await classify()).toMatchObject({ statusCode: 503, body: { code: 'unavailable' } })
  expect(await suggestions()).toEqual(before)
  const request = { ...DRAFT, department: 'it', priority: 'medium', dueDate: '2026-05-01' }
  expect((await post(office.app, office.ada, '/api/requests', request)).statusCode).toBe(201)
})

test('with everything kept local nothing is sent, even if the local engine is down', async () => {
  await setUp({ keepLocal: true })
  expect((await classify()).statusCode).toBe(503)
  expect(fake.asked).toEqual([])
})
