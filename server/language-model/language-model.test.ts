import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Classification } from '../../shared/ai.ts'
import { onBehalfOf } from '../fairness/caller.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { get, post, put, testApp } from '../testing/app.ts'
import { emptyRequests } from '../testing/build.ts'
import { content, fakeLanguageModel, faults, good, status, without } from '../testing/language-model.ts'

let office: Awaited<ReturnType<typeof testApp>>
let fake: Awaited<ReturnType<typeof fakeLanguageModel>>

beforeAll(async () => {
  fake = await fakeLanguageModel()
  office = await testApp({ ai: localAi() })
}, LEARNING_MS)
let setups = 0
beforeEach(async () => {
  fake.behave(good())
  await office.db.write(async (tx) => {
    await tx.deleteFrom('language_model_calls').execute()
    await tx.deleteFrom('language_model_days').execute()
  })
  // A key of its own for each test: what one test did to the endpoint is forgotten.
  const apiKey = `sk-test-of-the-office-${++setups}`
  await put(office.app, office.cleo, '/api/settings/ai', {
    baseUrl: fake.url,
    model: 'office-7b',
    apiKey,
    timeLimitSeconds: 12,
    keepLocal: false,
    callsPerDay: null,
    callsPerPersonPerDay: null,
  })
})
afterEach(() => emptyRequests(office.db))
afterAll(async () => {
  await office.close()
  await fake.close()
})

const DRAFT = {
  title: 'Send the manifest to the port operator automatically',
  description: 'Every night the file must go to their interface over SFTP, and their answer must come back.',
}
const classify = async (draft: object = DRAFT) => {
  const res = await post(office.app, office.ada, '/api/ai/classify-request', draft)
  expect(res.statusCode).toBe(200)
  return res.body
}
const calls = () => office.db.read.selectFrom('language_model_calls').selectAll().orderBy('id').execute()
const limit = (timeLimitSeconds: number) => put(office.app, office.cleo, '/api/settings/ai', { timeLimitSeconds })

test('a draft is classified by the model, which is named with its version, stored, and counted', async () => {
  fake.behave(good({ quotes: [{ about: 'developmentType', text: 'Their Interface' }] }))
  const found = await classify()
  expect(found).toMatchObject({
    priority: 'high',
    developmentType: 'Integration',
    responsibleDepartment: 'operations',
    confidence: 0.7,
    reasoning: 'Another system is involved, and the work at the gate waits for it.',
    engine: { name: 'language-model', version: 'office-7b-2026-01' },
    processingTime: { estimate: expect.any(String) },
  })
  expect(found.engine.note).toBeUndefined()
  expect(found.words).toMatchObject([{ field: 'description', text: 'their interface' }])
  for (const { probability, alternatives } of Object.values(found.fields as Classification['fields'])) {
    const sum = alternatives.reduce(
      (all: number, other: { probability: number }) => all + other.probability,
      probability,
    )
    expect(sum).toBeCloseTo(1, 1)
  }
  expect(found.fields.priority.alternatives).toHaveLength(3)
  const [row] = await office.db.read
    .selectFrom('suggestions')
    .selectAll()
    .where('id', '=', found.suggestionId)
    .execute()
  expect(row).toMatchObject({ engine: 'language-model', engine_version: 'office-7b-2026-01', priority: 'high' })
  expect(await calls()).toMatchObject([
    {
      task: 'classify',
      model: 'office-7b',
      outcome: 'answered',
      prompt_tokens: 321,
      completion_tokens: 45,
      month: '2026-03',
    },
  ])
})

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

test('questions under way count as calls of the day', async () => {
  const { app, cleo, ben } = office
  await put(app, cleo, '/api/settings/ai', { callsPerDay: 2, callsPerPersonPerDay: 1 })
  const asBen = () => post(app, ben, '/api/ai/classify-request', DRAFT).then(({ body }) => body)
  const found = await Promise.all([classify(), classify(), classify(), asBen(), asBen()])
  expect(fake.asked).toHaveLength(2)
  expect(found.filter(({ engine }) => engine.name === 'language-model')).toHaveLength(2)
})

test('a call counts for a caller, too, who did not wait for the answer', async () => {
  const connection = {
    get destroyed() {
      return fake.asked.length > 0
    },
    once: vi.fn(),
    off: vi.fn(),
  }
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}).loose() } as const
  const { languageModel } = office.services
  await onBehalfOf({ key: office.ada.id, connection }, () => languageModel.ask(() => one))
  expect(await calls()).toHaveLength(1)
})

test('callers who go away before they are asked for do not make the endpoint rest', async () => {
  const gone = { destroyed: true, once: vi.fn(), off: vi.fn() }
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}).loose() } as const
  const { languageModel } = office.services
  for (let i = 0; i < 5; i++) {
    await onBehalfOf({ key: office.ada.id, connection: gone }, () => languageModel.ask(() => one))
  }
  expect((await classify()).engine.name).toBe('language-model')
})

test('one person’s calls of the day leave the others theirs; nobody’s are known when the day is over', async () => {
  const { app, cleo, ben, db } = office
  await put(app, cleo, '/api/settings/ai', { callsPerPersonPerDay: 1 })
  expect((await classify()).engine).toMatchObject({ name: 'language-model' })
  expect((await classify()).engine.note).toBe(
    'You have used all your calls to the language model for today; this is the local engine’s answer.',
  )
  const others = await post(app, ben, '/api/ai/classify-request', DRAFT)
  expect(others.body.engine).toMatchObject({ name: 'language-model' })
  // As if all of it had been yesterday.
  await db.write((tx) => tx.updateTable('language_model_days').set({ day: '2026-03-09' }).execute())
  expect((await classify()).engine).toMatchObject({ name: 'language-model' })
  const days = await db.read.selectFrom('language_model_days').selectAll().orderBy('person_id').execute()
  expect(days).toEqual([
    { day: '2026-03-10', person_id: '', calls: 1 },
    { day: '2026-03-10', person_id: office.ada.id, calls: 1 },
  ])
})

test('a change of the limits stands in the audit log with what was before', async () => {
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

test('the call is of the protocol: the key in its header, the form of the answer, no randomness, a limit', async () => {
  await classify()
  const [{ path, authorization, body }] = fake.asked as [(typeof fake.asked)[number]]
  expect(path).toBe('/v1/chat/completions')
  expect(authorization).toMatch(/^Bearer sk-test-of-the-office-\d+$/)
  expect(body).toMatchObject({ model: 'office-7b', temperature: 0, max_tokens: expect.any(Number) })
  const { type, json_schema: form } = body.response_format!
  expect(type).toBe('json_schema')
  expect(form!.schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { priority: { enum: ['low', 'medium', 'high', 'critical'] } },
  })
  // The strict mode of endpoints wants every property named and refuses lengths and ranges.
  expect(form!.schema['required']).toEqual(Object.keys(form!.schema['properties'] as object))
  expect(JSON.stringify(form)).not.toMatch(/maxLength|minimum|maxItems|\$schema/)
})

const BROKEN = {
  'cut-off JSON': [faults.cutOff, 'off-contract', 2],
  'a value that does not exist': [good({ priority: 'apocalyptic' }), 'off-contract', 2],
  'a probability above one': [good({ priorityProbability: 7 }), 'off-contract', 2],
  'a missing field': [good({ reasoning: undefined }), 'off-contract', 2],
  'a text of great length': [good({ reasoning: 'so '.repeat(3000) }), 'off-contract', 2],
  'a link': [good({ reasoning: 'See https://evil.example/login for the reasons.' }), 'off-contract', 2],
  'mark-up': [good({ reasoning: 'It is <img src=x onerror=alert(1)> clear.' }), 'off-contract', 2],
  'a link in Markdown': [good({ reasoning: 'Please [sign in](//evil.example) again.' }), 'off-contract', 2],
  'an e-mail address': [good({ reasoning: 'Write your password to admin@evil.example first.' }), 'off-contract', 2],
  prose: [content('I think this is high priority.'), 'off-contract', 2],
  'a list': [content('[1, 2, 3]'), 'off-contract', 2],
  'a huge answer': [faults.huge, 'too-large', 2],
  'an HTML page': [faults.html, 'not-json', 2],
  'no choices': [faults.noChoices, 'empty', 2],
  'a call of a tool': [faults.toolCall, 'empty', 2],
  'a refusal': [faults.refusal, 'declined', 1],
  'a wrong key': [faults.unauthorized, 'key-refused', 1],
  'a wrong address': [status(404), 'not-found', 1],
  'a redirect': [faults.redirect, 'redirect', 1],
  'an error of the server': [status(500, '<html>Oops</html>'), 'server-error', 2],
  'a broken connection': [faults.hangsUp, 'unreachable', 2],
  'too many calls, soon again': [status(429, {}, { 'retry-after': '0' }), 'busy', 2],
  'too many calls, much later again': [status(429, {}, { 'retry-after': '120' }), 'busy', 1],
} as const

for (const [what, [behaviour, outcome, tries]] of Object.entries(BROKEN)) {
  test(`${what}: the local engine answers and says so`, async () => {
    fake.behave(behaviour)
    const found = await classify()
    expect(found.engine).toMatchObject({
      name: 'local',
      note: expect.stringMatching(/^The language model.*; this is the local engine’s answer\.$/),
    })
    expect(JSON.stringify(found)).not.toMatch(/evil|Oops|password/)
    expect(fake.asked).toHaveLength(tries)
    expect((await calls()).map((call) => call.outcome)).toEqual(Array.from({ length: tries }, () => outcome))
  })
}

for (const [what, behaviour] of Object.entries({
  'that never answers': faults.silent,
  'that never ends': faults.stuck,
})) {
  test(`a model ${what} is given up within the time limit, one repetition included`, async () => {
    await limit(2)
    fake.behave(behaviour)
    const found = await classify()
    expect(found.engine.note).toBe('The language model did not answer in time; this is the local engine’s answer.')
    // On a machine that stands still for a second nothing is left for the repetition.
    const outcomes = (await calls()).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['timeout']))
    expect(outcomes.length).toBeLessThanOrEqual(2)
  })
}

test('what fails once and works the second time is the model’s answer', async () => {
  for (const fault of [status(503), faults.cutOff, faults.hangsUp, status(429, {}, { 'retry-after': '0' })]) {
    fake.behave(fault, good())
    const { engine } = await classify()
    expect(engine).toMatchObject({ name: 'language-model' })
    expect(engine.note).toBeUndefined()
    expect(fake.asked).toHaveLength(2)
  }
})

test('fields that nobody asked for are left out, and an odd name of the model is not shown', async () => {
  fake.behave((res) => {
    const said = { ...JSON.parse(VALID), isAdmin: true, processingTime: { days: 1 }, note: 'Pay now' }
    const choices = [{ message: { content: JSON.stringify(said), extra: 1 } }]
    res.end(JSON.stringify({ model: '<b>GPT</b> approved by the ministry', choices, usage: { prompt_tokens: 'many' } }))
  })
  const found = await classify()
  expect(found.engine).toEqual({ name: 'language-model', version: 'office-7b', learnedFrom: 0 })
  expect(JSON.stringify(found)).not.toMatch(/isAdmin|Pay now|approved/)
  expect(await calls()).toMatchObject([{ prompt_tokens: null, completion_tokens: null }])
})
const VALID = JSON.stringify({
  priority: 'low',
  priorityProbability: 0.6,
  developmentType: 'UI',
  developmentTypeProbability: 0.6,
  responsibleDepartment: 'it',
  responsibleDepartmentProbability: 0.6,
  reasoning: 'A small change.',
  quotes: [],
})

test('unseen characters are taken out of what the model says', async () => {
  fake.behave(good({ reasoning: 'Looks\u0000 fine\u202e hidden\u200b\u2066 text\u001b[31m.' }))
  expect((await classify()).reasoning).toBe('Looks fine hidden text [31m.')
})

test('JSON with something around it counts as JSON', async () => {
  fake.behave(content(`<think>Hm.</think>\nHere you are:\n\`\`\`json\n${VALID}\n\`\`\``))
  expect((await classify()).engine.name).toBe('language-model')
})

test('an endpoint that knows less is asked more simply, and from then on at once', async () => {
  for (const [unknown, tries, form] of [
    [['json_schema'], 2, 'json_object'],
    [['json_schema', 'json_object'], 3, undefined],
    [['max_tokens', 'temperature'], 3, 'json_schema'],
  ] as const) {
    await put(office.app, office.cleo, '/api/settings/ai', { apiKey: `sk-older-server-${tries}-${form}` })
    fake.behave(without(...unknown))
    expect((await classify()).engine.name).toBe('language-model')
    expect(fake.asked).toHaveLength(tries)
    const last = fake.asked.at(-1)!.body
    expect(last.response_format?.type).toBe(form)
    if (form !== 'json_schema') expect(last.messages[0]!.content).toContain('"developmentTypeProbability"')
    else expect(last).toMatchObject({ max_completion_tokens: expect.any(Number) })
    fake.asked.length = 0
    await classify()
    expect(fake.asked).toHaveLength(1)
  }
})

test('after three failures the endpoint is left alone for a minute, then tried once', async () => {
  fake.behave(status(500))
  for (let i = 0; i < 3; i++) await classify()
  expect(fake.asked).toHaveLength(6)
  const note = (await classify()).engine.note
  expect(note).toMatch(/paused for a moment; this is the local engine’s answer\.$/)
  expect(fake.asked).toHaveLength(6)

  office.clock.forward(61_000)
  await classify()
  expect(fake.asked).toHaveLength(8)
  await classify()
  expect(fake.asked).toHaveLength(8)

  office.clock.forward(61_000)
  fake.behave(good())
  expect((await classify()).engine.name).toBe('language-model')
  expect((await classify()).engine.name).toBe('language-model')
})

test('an endpoint that asks for rest gets it, and texts that it declines are not held against it', async () => {
  fake.behave(faults.refusal)
  for (let i = 0; i < 4; i++) await classify()
  expect(fake.asked).toHaveLength(4)
  fake.behave(status(429, {}, { 'retry-after': '300' }))
  await classify()
  office.clock.forward(200_000)
  expect((await classify()).engine.note).toContain('paused')
  expect(fake.asked).toHaveLength(1)
  office.clock.forward(101_000)
  fake.behave(good())
  expect((await classify()).engine.name).toBe('language-model')
})

test('while somebody tries a resting endpoint, the others do not wait for it', async () => {
  fake.behave(status(500))
  for (let i = 0; i < 3; i++) await classify()
  office.clock.forward(61_000)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    fake.behave((res, one) => {
      answer = () => good()(res, one)
      resolve()
    })
  })
  const first = classify()
  await asked
  expect((await classify()).engine.note).toContain('paused')
  answer()
  expect((await first).engine.name).toBe('language-model')
})

test('more questions at once than can be asked are answered here', async () => {
  const held: (() => void)[] = []
  fake.behave((res, one) => void held.push(() => good()(res, one)))
  const { app, ben, cleo, dan, services } = office
  const waiting = Array.from({ length: 4 }, () => classify())
  await vi.waitFor(() => expect(held).toHaveLength(4), { timeout: 10_000 })
  // Four are one person's share; the others have theirs.
  expect((await classify()).engine.note).toContain('too many questions at once')
  for (const person of [ben, cleo, dan]) {
    for (let i = 0; i < 4; i++) {
      waiting.push(post(app, person, '/api/ai/classify-request', DRAFT).then(({ body }) => body))
    }
  }
  await vi.waitFor(() => expect(held).toHaveLength(16), { timeout: 10_000 })
  const one = { task: 'test', instructions: '', data: {}, contract: z.object({}) } as const
  expect(await onBehalfOf({ key: 'one more' }, () => services.languageModel.ask(() => one))).toEqual({
    note: expect.stringContaining('too many questions at once'),
  })
  for (const answer of held) answer()
  const names = (await Promise.all(waiting)).map(({ engine }) => engine.name)
  expect(new Set(names)).toEqual(new Set(['language-model']))
})

test('with "keep everything on this machine" no call leaves, and nothing is said about it', async () => {
  const inUse = async () => (await get(office.app, office.ada, '/api/ai/status')).body.languageModel
  expect(await inUse()).toBe('office-7b')
  await put(office.app, office.cleo, '/api/settings/ai', { keepLocal: true })
  expect(await inUse()).toBeNull()
  const found = await classify()
  expect(found.engine).toMatchObject({ name: 'local' })
  expect(found.engine.note).toBeUndefined()
  await post(office.app, office.ada, '/api/ai/predict-time', { ...DRAFT, priority: 'low', department: 'it' })
  await post(office.app, office.ada, '/api/ai/user-assistant', { message: 'Where is my request now?' })
  await post(office.app, office.cleo, '/api/settings/ai/test', {})
  expect(fake.asked).toHaveLength(0)
  expect(await calls()).toEqual([])
})
