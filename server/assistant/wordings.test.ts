import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAssistant, fillWithAsked } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { emptyRequests } from '../testing/build.ts'
import { GUIDE } from './guide.ts'

// Wordings that used to be misunderstood.

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  await emptyRequests(office.db)
  await fillWithAsked(office)
}, LEARNING_MS)
beforeEach(async () => {
  for (const person of [office.ada, office.ben]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

const ask = (question: string) => askAssistant(office, office.ben, question)

describe('a guide text is given only for what it explains', () => {
  test.each(['what does 70% mean', 'what does too different to say mean', 'what does certitude mean', 'more'])(
    'asks back, or does not know: %s',
    async (question) => {
      const { response, understood } = await ask(question)
      expect(understood).toBe(false)
      expect(Object.values(GUIDE)).not.toContain(response)
    },
  )

  test.each([
    ['what does lead time mean', GUIDE.terms],
    ['what does critical mean', GUIDE['priority-meaning']],
    ['will i be told when somebody comments', GUIDE.notifications],
    ['can the weekly report be sent to the director automatically', GUIDE.reports],
    ['where do I click to submit a new request', GUIDE['submit-request']],
  ])('%s', async (question, text) => {
    expect((await ask(question)).response).toBe(text)
  })
})

describe('an order links to the place of its object', () => {
  test.each([
    ['give Ada access to analytics', '/team'],
    ['lock the account of Ada', '/team'],
    ['reset the password of Ada', '/team'],
    ['set tomorrow as a holiday', '/settings'],
    ['accept all suggestions', '/dashboard?tab=ai-analysis'],
    ['create a report of what was done in February', '/reports'],
  ])('%s', async (question, href) => {
    const { message, response } = await ask(question)
    expect(response).toContain('Nothing has been changed')
    expect(message.parts).toEqual([{ kind: 'links', links: [expect.objectContaining({ href })] }])
  })

  test.each(['write Ada a message', 'tell Ada that her request is late', 'let Ada know about it'])(
    'nothing is sent: %s',
    async (question) => {
      expect((await ask(question)).response).toContain('Nothing can be sent from here')
    },
  )

  test('a chart is shown, not ordered', async () => {
    const { message } = await ask('make a chart of open requests by department')
    expect(message.reading?.query).toMatchObject({ measure: 'count', group: 'department' })
  })
})

describe('a contradictory question is asked back', () => {
  test.each(['my request was cancelled but not by me', 'who is waiting for me', 'why is my request low priority'])(
    '%s',
    async (question) => {
      const { message } = await ask(question)
      expect(message.reading?.outcome).toBe('asked-back')
      expect(message.reading?.choices.map(({ label }) => label).join()).not.toContain('by me not submitted by me')
    },
  )
})

test('a question about what should be done is not about a request’s state', async () => {
  const { response } = await ask('should I assign RFD-2026-0001 to Ada')
  expect(response).toContain('people decide that')
})

test('a share is answered in one sentence for any number', async () => {
  expect((await ask('what share of requests is rejected')).response).toMatch(
    /^[\d.]+% of all requests are rejected: \d+ of \d+\.$/,
  )
})

test('a question about one request is not answered with a list', async () => {
  const { message } = await askAssistant(office, office.ada, 'did Ben look at my request')
  expect(message.reading?.query).toBeNull()
})
