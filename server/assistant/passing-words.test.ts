import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada } = office
  await emptyRequests(db)
  for (const title of ['Count empty containers', 'Gate pass on the phone', 'Weighbridge readings'])
    await buildRequest(db, { title, requesterId: ada.id })
}, LEARNING_MS)
beforeEach(async () => {
  for (const person of [office.ada, office.ben]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

test('a passing word that occurs in a title does not make a question about that request', async () => {
  const { ada, ben } = office
  const { response: phone } = await askAssistant(office, ada, 'is there an app for my phone')
  expect(phone).not.toContain('Gate pass')
  const { response: empty, message } = await askAssistant(office, ben, 'when will the backlog be empty')
  expect(empty).not.toContain('containers')
  expect(message.reading?.outcome).toBe('refused')
  const { response: named } = await askAssistant(office, ben, 'when is the weighbridge due')
  expect(named).toContain('Weighbridge readings')
})

test.each(['did anyone look at my request yet', 'will my request be done by friday'])(
  'of several open ones it asks which: %s',
  async (question) => {
    const { response, message } = await askAssistant(office, office.ada, question)
    expect(response).toBe('You have 3 open requests. Which one do you mean?')
    expect(message.reading?.choices).toHaveLength(3)
  },
)
