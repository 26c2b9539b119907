import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Classification } from '../../../shared/ai.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { emptyRequests } from '../../testing/build.ts'
import { content, faults, good, status, without } from '../../testing/language-model-answers.ts'
import { openModelOffice } from '../../testing/model-office.ts'

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
const limit = (timeLimitSeconds: number) => model.setUp({ timeLimitSeconds })

test('a draft is classified by the model, which is named with its version, stored, and counted', async () => {
  fake.behave(good({ quotes: [{ about: 'developmentType', text: 'Their Interface' }] }))
  const result = await classify()
  expect(result).toMatchObject({
    priority: 'high',
    developmentType: 'Integration',
    responsibleDepartment: 'operations',
    confidence: 0.7,
    reasoning: 'Another system is involved, and the work at the gate waits for it.',
    engine: { name: 'language-model', version: 'office-7b-2026-01' },
    processingTime: { estimate: expect.any(String) },
  })
  expect(result.engine.note).toBeUndefined()
  expect(result.words).toMatchObject([{ field: 'description', text: 'their interface' }])
  for (const { probability, alternatives } of Object.values(result.fields as Classification['fields'])) {
    const sum = alternatives.reduce(
      (all: number, other: { probability: number }) => all + other.probability,
      probability,
    )
    expect(sum).toBeCloseTo(1, 1)
  }
  expect(result.fields.priority.alternatives).toHaveLength(3)
  const [row] = await office.db.read
    .selectFrom('suggestions')
    .selectAll()
    .where('id', '=', result.suggestionId)
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

test('the call follows the protocol: key in the header, response format, temperature 0, a token limit', async () => {
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
  // The strict mode of endpoints requires every property to be listed and rejects lengths and ranges.
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
    const result = await classify()
    expect(result.engine).toMatchObject({
      name: 'local',
      note: expect.stringMatching(/^The language model.*; this is the local engine’s answer\.$/),
    })
    expect(JSON.stringify(result)).not.toMatch(/evil|Oops|password/)
    expect(fake.asked).toHaveLength(tries)
    expect((await calls()).map((call) => call.outcome)).toEqual(Array.from({ length: tries }, () => outcome))
  })
}

for (const [what, behaviour] of Object.entries({
  'that never answers': faults.silent,
  'that never ends': faults.stuck,
})) {
  test(`a call to a model ${what} is aborted at the time limit, without a retry`, async () => {
    await limit(2)
    fake.behave(behaviour)
    const result = await classify()
    expect(result.engine.note).toBe('The language model did not answer in time; this is the local engine’s answer.')
    // The first try has had all of the time.
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(['timeout'])
  })
}

test('an answer that succeeds on the retry is used', async () => {
  for (const fault of [status(503), faults.cutOff, faults.hangsUp, status(429, {}, { 'retry-after': '0' })]) {
    fake.behave(fault, good())
    const { engine } = await classify()
    expect(engine).toMatchObject({ name: 'language-model' })
    expect(engine.note).toBeUndefined()
    expect(fake.asked).toHaveLength(2)
  }
})

test('unrequested fields are dropped, and an odd model name is not shown', async () => {
  fake.behave((res) => {
    const reply = { ...JSON.parse(VALID), isAdmin: true, processingTime: { days: 1 }, note: 'Pay now' }
    const choices = [{ message: { content: JSON.stringify(reply), extra: 1 } }]
    res.end(JSON.stringify({ model: '<b>GPT</b> approved by the ministry', choices, usage: { prompt_tokens: 'many' } }))
  })
  const result = await classify()
  expect(result.engine).toEqual({ name: 'language-model', version: 'office-7b', learnedFrom: 0 })
  expect(JSON.stringify(result)).not.toMatch(/isAdmin|Pay now|approved/)
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

test('invisible characters are removed from the model’s texts', async () => {
  fake.behave(good({ reasoning: 'Looks\u0000 fine\u202e hidden\u200b\u2066 text\u001b[31m.' }))
  expect((await classify()).reasoning).toBe('Looks fine hidden text [31m.')
})

test('JSON wrapped in other text is accepted', async () => {
  fake.behave(content(`<think>Hm.</think>\nHere you are:\n\`\`\`json\n${VALID}\n\`\`\``))
  expect((await classify()).engine.name).toBe('language-model')
})

test('an endpoint with fewer features is asked in a simpler form, from then on directly', async () => {
  for (const [unknown, tries, form] of [
    [['json_schema'], 2, 'json_object'],
    [['json_schema', 'json_object'], 3, undefined],
    [['max_tokens', 'temperature'], 3, 'json_schema'],
  ] as const) {
    await model.setUp({ apiKey: `sk-older-server-${tries}-${form}` })
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
