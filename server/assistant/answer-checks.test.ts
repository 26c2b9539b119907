import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada, ben } = office
  await emptyRequests(db)
  const created = (title: string, day: string, status: 'completed' | 'pending') =>
    buildRequest(db, {
      title,
      requesterId: ada.id,
      assignedToId: ben.id,
      status,
      createdAt: `2026-${day}T09:00:00.000Z`,
    })
  await created('Tariff codes of the old register', '01-05', 'completed')
  await created('Weighbridge readings at the quay', '02-02', 'pending')
  await created('Release notes for brokers', '03-02', 'pending')
}, LEARNING_MS)
beforeEach(async () => {
  for (const person of [office.ada, office.ben]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

test.each(['when did someone look at my requests', 'where are the requests of Ada'])(
  'a list is no answer to what asks for a time or a place: %s',
  async (question) => {
    const { message } = await askAssistant(office, office.ben, question)
    expect(message.reading?.outcome).not.toBe('answered')
  },
)

test.each([
  ['requests changed by Ben last week', 'Ben'],
  ['and of those, how many are in IT?', 'those'],
  ['total backlog in days of work', 'in days'],
  ['how many days early do we finish', 'how many days early'],
  ['what is the split between high and low', 'split between'],
  ['how many requests does it take to be the busiest department', 'take'],
  ['which was the last request to be cancelled', 'last'],
])('what the query cannot hold is asked back: %s', async (question, word) => {
  const { message } = await askAssistant(office, office.ben, question)
  expect(message.reading).toMatchObject({ outcome: 'asked-back', leftOut: [word] })
})

test('being asked to do something is not read as asking for it', async () => {
  const { message } = await askAssistant(office, office.ada, 'what was I asked to do')
  expect(message.reading?.outcome).not.toBe('answered')
})

test('requester and assignee in one question are told apart', async () => {
  const { ada, ben } = office
  const { message } = await askAssistant(office, ben, 'show the requests of Ada that Ben is working on')
  expect(message.reading?.query?.filter).toMatchObject({ requester: [ada.id], assignee: [ben.id] })
})

test('it says when no request mentions the words, and asks back with fewer filters', async () => {
  const { response, message } = await askAssistant(office, office.ben, 'pending requests about tariff codes')
  expect(response).toContain('There are no pending requests that mention “tariff code”. Did you mean')
  expect(message.reading?.choices[0]).toEqual({
    label: 'List the requests that mention “tariff code”',
    query: { measure: 'list', filter: { search: '"tariff code"' } },
  })
  const { message: quoted } = await askAssistant(office, office.ben, 'pending requests about "tariff codes"')
  expect(quoted.reading?.outcome).toBe('answered')
})

test('an ambiguous word for a document is asked back when no document matches', async () => {
  const { response, message } = await askAssistant(office, office.ben, 'who gets the weekly report')
  expect(response).toContain('I found no report with “weekly” that you can see. Did you mean')
  expect(message.reading).toMatchObject({ outcome: 'asked-back' })
})

test('the oldest request means the oldest open one, as the answer and a chip say; of all requests on demand', async () => {
  const { ben } = office
  const { response, message } = await askAssistant(office, ben, 'what is the oldest request')
  expect(response).toMatch(/^I looked among the open requests only\. The oldest open request is .*Weighbridge/)
  expect(message.reading?.query?.filter).toEqual({ status: ['pending', 'in_progress'] })
  const { response: all } = await askAssistant(office, ben, 'List the oldest request ever')
  expect(all).toMatch(/^The oldest request is .*Tariff codes/)
})

test('the answer about the oldest open request offers the oldest of all', async () => {
  const { suggestions } = await askAssistant(office, office.ben, 'the oldest request')
  expect(suggestions).toContain('List the oldest request ever')
})

test.each([
  ['set the time zone', 'Settings'],
  ['who has my request', 'Which one do you mean?'],
])('it leads to what is meant: %s', async (question, words) => {
  const { response } = await askAssistant(office, office.ada, question)
  expect(response).toContain(words)
})
