import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, post, put, testApp } from '../testing/app.ts'
import { fakeLanguageModel } from '../testing/language-model.ts'
import { faults, good, status, without } from '../testing/language-model-answers.ts'
import { retentionJobs } from './retention/jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let fake: Awaited<ReturnType<typeof fakeLanguageModel>>
const AI = '/api/settings/ai'
const KEY = 'sk-of-the-office-0123456789'

beforeAll(async () => {
  fake = await fakeLanguageModel()
  office = await testApp()
})
beforeEach(async () => {
  fake.behave(good())
  await office.reset()
})
afterAll(async () => {
  await office.close()
  await fake.close()
})

const read = async () => (await get(office.app, office.cleo, AI)).body
const save = (change: object) => put(office.app, office.cleo, AI, change)
const audit = (action: string) =>
  office.db.read.selectFrom('audit_log').select(['actor_id', 'details']).where('action', '=', action).execute()

test('only those who manage settings read, change and test them', async () => {
  for (const [person, code] of [
    [null, 401],
    [office.ada, 403],
    [office.ben, 403],
  ] as const) {
    expect((await get(office.app, person, AI)).statusCode).toBe(code)
    expect((await put(office.app, person, AI, { keepLocal: true })).statusCode).toBe(code)
    expect((await post(office.app, person, `${AI}/test`, { baseUrl: fake.url, model: 'm' })).statusCode).toBe(code)
  }
  expect(fake.asked).toEqual([])
  expect(await read()).toMatchObject({ keepLocal: false, state: 'not-set-up' })
})

test('settings are stored, take effect at once, and the key is never returned', async () => {
  expect(await read()).toEqual({
    baseUrl: '',
    model: '',
    key: null,
    timeLimitSeconds: 11,
    keepLocal: false,
    callsPerDay: null,
    callsPerPersonPerDay: null,
    callsToday: 0,
    fixed: [],
    state: 'not-set-up',
    savedAt: null,
    usage: [],
  })
  const saved = await save({ baseUrl: `${fake.url}/`, model: ' office-7b ', apiKey: KEY, timeLimitSeconds: 5 })
  expect(saved.body).toMatchObject({
    baseUrl: fake.url,
    model: 'office-7b',
    key: { end: '6789', readable: true },
    timeLimitSeconds: 5,
    state: 'on',
    savedAt: '2026-03-10T09:00:00.000Z',
  })
  expect(saved.body).toEqual(await read())
  expect(JSON.stringify(saved.body)).not.toContain(KEY)
  const everything = await office.db.read.selectFrom('settings').selectAll().execute()
  expect(JSON.stringify([everything, await audit('settings.language-model-changed')])).not.toContain(KEY)
  expect(everything.map(({ key }) => key)).toContain('languageModel')

  expect((await save({ keepLocal: true })).body).toMatchObject({ state: 'kept-local', key: { end: '6789' } })
  expect((await save({ apiKey: null, keepLocal: false })).body).toMatchObject({ key: null, state: 'on' })
  expect((await save({ apiKey: 'short' })).body.key).toEqual({ end: '', readable: true })
})

test('each change is in the audit log with old and new, without the key; none without a change', async () => {
  await save({ baseUrl: fake.url, model: 'office-7b', apiKey: KEY })
  await save({ model: 'office-7b' })
  const [entry, ...others] = await audit('settings.language-model-changed')
  expect(others).toEqual([])
  expect(entry!.actor_id).toBe(office.cleo.id)
  expect(JSON.parse(entry!.details)).toEqual({
    changed: ['baseUrl', 'model', 'apiKey'],
    host: new URL(fake.url).origin,
    hasKey: true,
    baseUrl: { before: '', after: fake.url },
    model: { before: '', after: 'office-7b' },
  })
  await save({ keepLocal: true, timeLimitSeconds: 7, apiKey: null })
  const [, next] = await audit('settings.language-model-changed')
  expect(JSON.parse(next!.details)).toEqual({
    changed: ['apiKey', 'timeLimitSeconds', 'keepLocal'],
    host: new URL(fake.url).origin,
    hasKey: false,
    timeLimitSeconds: { before: 11, after: 7 },
    keepLocal: { before: false, after: true },
  })
})

test('a key is for one host: with another it is forgotten, and a test there does not send it', async () => {
  await save({ baseUrl: fake.url, model: 'office-7b', apiKey: KEY })
  const elsewhere = await fakeLanguageModel()
  await post(office.app, office.cleo, `${AI}/test`, { baseUrl: elsewhere.url })
  expect(elsewhere.asked.map(({ authorization }) => authorization)).toEqual([undefined])
  await save({ baseUrl: elsewhere.url })
  expect(await read()).toMatchObject({ baseUrl: elsewhere.url, key: null })
  await save({ baseUrl: fake.url })
  expect((await read()).key).toBeNull()
  await elsewhere.close()

  await save({ apiKey: KEY })
  await save({ baseUrl: fake.url.replace('/v1', '/v2') })
  expect((await read()).key).toEqual({ end: '6789', readable: true })
})

test('after SECRET_KEY has changed the stored key is reported as unreadable, and is not sent', async () => {
  await save({ baseUrl: fake.url, model: 'office-7b', apiKey: KEY })
  office.services.config.secretKey = Buffer.alloc(32, 9)
  const { services } = office
  const { getAiSettings } = await import('../ai/language-model/ai-settings.ts')
  const cleo = { id: office.cleo.id, permissions: new Set(['settings.manage']) } as never
  expect(await getAiSettings(services, cleo)).toMatchObject({ key: { end: '', readable: false }, state: 'on' })
})

test('wrong values are refused and named, and nothing is stored', async () => {
  const wrong = {
    baseUrl: ['http://llm.example/v1', 'https://a:b@llm.example', 'nonsense', 'http://169.254.169.254', 5],
    model: ['x'.repeat(201), 'naïve', 7],
    apiKey: ['', 'two words', 'ключ', 'x'.repeat(501)],
    timeLimitSeconds: [0, 13, 1.5, '5'],
    keepLocal: ['yes', null],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const res = await save({ baseUrl: fake.url, [field]: value })
      expect(res, `${field}: ${value}`).toMatchObject({ statusCode: 400, body: { details: [{ path: field }] } })
    }
  }
  expect((await save({ role: 'admin' })).statusCode).toBe(400)
  expect(await save({ apiKey: KEY })).toMatchObject({ statusCode: 400, body: { details: [{ path: 'apiKey' }] } })
  expect(await read()).toMatchObject({ baseUrl: '', savedAt: null })
})

test('the environment wins and cannot be changed here; its key goes to its own address', async () => {
  office.services.config.llm = { baseUrl: fake.url, model: undefined, apiKey: KEY }
  expect(await read()).toMatchObject({ baseUrl: fake.url, fixed: ['baseUrl', 'apiKey'], key: { end: '6789' } })
  for (const change of [{ baseUrl: 'https://llm.example' }, { apiKey: 'sk-other' }, { apiKey: null }]) {
    const res = await save(change)
    expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: Object.keys(change)[0] }] } })
    expect((await post(office.app, office.cleo, `${AI}/test`, change)).statusCode).toBe(400)
  }
  expect((await save({ model: 'office-7b', keepLocal: false })).body).toMatchObject({ state: 'on' })
  expect((await post(office.app, office.cleo, `${AI}/test`)).body).toMatchObject({ ok: true })
  expect(fake.asked[0]!.authorization).toBe(`Bearer ${KEY}`)
})

test('a test tells the model, the time and whether the form of answers can be set', async () => {
  const trial = { baseUrl: fake.url, model: 'office-7b', apiKey: KEY }
  const tested = await post(office.app, office.cleo, `${AI}/test`, trial)
  expect(tested.body).toEqual({
    ok: true,
    model: 'office-7b-2026-01',
    tookMs: expect.any(Number),
    structured: 'json_schema',
    promptTokens: 321,
    completionTokens: 45,
  })
  expect(fake.asked[0]!.data).toEqual({ text: 'The seal is blue.' })
  expect(await read()).toMatchObject({ baseUrl: '', savedAt: null })
  const [entry] = await audit('settings.language-model-tested')
  expect(JSON.parse(entry!.details)).toEqual({ host: new URL(fake.url).origin, model: 'office-7b', ok: true })

  fake.behave(without('json_schema', 'json_object'))
  const plain = await post(office.app, office.cleo, `${AI}/test`, { ...trial, model: 'older' })
  expect(plain.body).toMatchObject({ ok: true, structured: 'plain' })
})

test('the second of two concurrent edits is refused with the current settings; one without their instant is not', async () => {
  const { savedAt } = await read()
  const { body: current } = await save({ callsPerDay: 500, savedAt })
  const late = await save({ callsPerDay: 20, savedAt })
  expect(late).toMatchObject({ statusCode: 409, body: { code: 'stale-version', current: { callsPerDay: 500 } } })
  expect(await read()).toEqual(current)
  expect((await save({ callsPerDay: 20, savedAt: current.savedAt })).body).toMatchObject({ callsPerDay: 20 })
  expect((await save({ keepLocal: true })).body).toMatchObject({ callsPerDay: 20, keepLocal: true })
})

test('a test gives up after the time limit that it is sent, not the stored one', async () => {
  // Later than the sent limit, and within the stored one.
  fake.behave((res, call) => setTimeout(() => good()(res, call), 3000))
  const trial = { baseUrl: fake.url, model: 'm', timeLimitSeconds: 1 }
  expect((await post(office.app, office.cleo, `${AI}/test`, trial)).body).toMatchObject({ ok: false })
  const wrong = await post(office.app, office.cleo, `${AI}/test`, { ...trial, timeLimitSeconds: 13 })
  expect(wrong).toMatchObject({ statusCode: 400, body: { details: [{ path: 'timeLimitSeconds' }] } })
})

test('a failing test says what is wrong, and repeats no key', async () => {
  const test = async (trial: object = {}) =>
    (await post(office.app, office.cleo, `${AI}/test`, { baseUrl: fake.url, model: 'm', apiKey: KEY, ...trial })).body
  fake.behave(faults.unauthorized)
  expect(await test()).toEqual({ ok: false, error: 'It refused the key. It says: Incorrect API key provided: ….' })
  fake.behave(status(404, { error: { message: 'The model m does not exist' } }))
  expect((await test()).error).toMatch(/was not found.*The model m does not exist$/)
  fake.behave(faults.html)
  expect((await test()).error).toContain('something else may be at this address')
  fake.behave(faults.redirect)
  expect((await test()).error).toContain('redirects elsewhere')
  const closed = await fakeLanguageModel()
  await closed.close()
  expect((await test({ baseUrl: closed.url })).error).toMatch(/could not be reached.*ECONNREFUSED/)
  expect((await test({ model: '' })).error).toBe('Enter the model first.')
  expect((await test({ baseUrl: '', apiKey: null })).error).toBe('Enter the address first.')
  await save({ keepLocal: true })
  fake.asked.length = 0
  expect((await test()).error).toBe('Everything is kept on this machine, so nothing was sent.')
  expect(fake.asked).toEqual([])
})

test('usage is shown by month and task, and deleted after 400 days', async () => {
  await save({ baseUrl: fake.url, model: 'office-7b' })
  await post(office.app, office.cleo, `${AI}/test`)
  office.clock.set('2026-04-01T09:00:00.000Z')
  // All sessions have expired by then, so the services are called directly.
  const { getAiSettings, testAiSettings } = await import('../ai/language-model/ai-settings.ts')
  const cleo = { id: office.cleo.id, permissions: new Set(['settings.manage']) } as never
  fake.behave(status(500))
  await testAiSettings(office.services, cleo, {})
  const usage = async () => (await getAiSettings(office.services, cleo)).usage
  const march = { month: '2026-03', task: 'test', calls: 1, failed: 0, promptTokens: 321, completionTokens: 45 }
  const april = { month: '2026-04', task: 'test', calls: 2, failed: 2, promptTokens: 0, completionTokens: 0 }
  expect(await usage()).toEqual([april, march])

  office.clock.set('2027-04-20T09:00:00.000Z')
  const job = { id: 1, payload: null, attempt: 1, signal: new AbortController().signal }
  await retentionJobs(office.services)['retention']!({ ...job, finishIn: async () => {} })
  expect(await usage()).toEqual([april])
})
