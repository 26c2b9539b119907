import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import { Vocabulary } from './reading/vocabulary.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada, ben } = office
  await emptyRequests(db)
  await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id, status: 'completed' })
  await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id, status: 'in_progress' })
  await buildRequest(db, { title: 'Veterinary release at the quay', requesterId: ada.id })
}, LEARNING_MS)
beforeEach(() => del(office.app, office.ben, '/api/ai/conversations/current'))
afterAll(() => office.close())

test.each([
  ['requests that could be closed', 'could'],
  ['does Ben have time', 'time'],
  ['they say no to some request of me, which ones?', 'me'],
  ['which of them has been waiting longest', 'them'],
  ['is it done', 'it'],
  ['show the other ones', 'other'],
])('a small word that changes what is meant is asked back: %s', async (question, word) => {
  const { message } = await askAssistant(office, office.ben, question)
  expect(message.reading).toMatchObject({ outcome: 'asked-back', leftOut: [word] })
})

test('a polite beginning does not change the reading', async () => {
  const { message } = await askAssistant(office, office.ben, 'could you tell me which requests are completed')
  expect(message.reading).toMatchObject({ outcome: 'answered', query: { filter: { status: ['completed'] } } })
})

test.each(['which sprint is RFD-2026-0001 in', 'which requests depend on RFD-2026-0001'])(
  'what is kept of no request is refused, not answered with everything else: %s',
  async (question) => {
    const { message } = await askAssistant(office, office.ben, question)
    expect(message.reading?.outcome).toBe('refused')
    expect(message.parts).toEqual([])
  },
)

test.each(['when will someone look at my requests', 'when will anybody pick up my requests'])(
  'a promise of dates is refused with the published times, and without figures of what came in: %s',
  async (question) => {
    const { response } = await askAssistant(office, office.ben, question)
    expect(response).toMatch(/^I can’t promise a date\. What you can expect: an initial review/)
  },
)

test('a hypothetical question is refused as a forecast', async () => {
  const { message } = await askAssistant(office, office.ben, 'if two people join IT how long would the backlog take')
  expect(message.reading?.outcome).toBe('refused')
})

test.each(['why does the dashboard show 39', 'who is responsible for tariffs', 'is the backup running'])(
  'no guide text says how things are just now: %s',
  async (question) => {
    const { message } = await askAssistant(office, office.ben, question)
    expect(message.reading?.outcome).not.toBe('answered')
  },
)

test('“of those” keeps the period of creation and does not move it to the completion', async () => {
  const { response } = await askAssistant(
    office,
    office.ben,
    'how many did Ada ask for this year and how many of those are done',
  )
  expect(response).not.toMatch(/completed in 2026/)
})

test('a person’s queue is their open work', async () => {
  const { message } = await askAssistant(office, office.ben, "ben's queue")
  expect(message.reading?.query?.filter.status).toEqual(['pending', 'in_progress'])
})

test('a request about something is searched by its topic', async () => {
  const { message } = await askAssistant(office, office.ben, 'I search the request about the veterinary')
  expect(message.reading?.query?.filter.search).toBe('veterinary')
})

test('the state of a single request is described, not counted', async () => {
  const { message } = await askAssistant(
    office,
    office.ben,
    'I search the request about the veterinary, in which state it is?',
  )
  expect(message.parts.map(({ kind }) => kind)).toContain('requests')
})

test('a statement that somebody wants a report does not ask for a summary', async () => {
  const { response } = await askAssistant(office, office.ben, 'director wants a report, how do I get it as pdf')
  expect(response).not.toMatch(/this week/i)
})

test('what is left out is named once, and suggested in the order of the message', async () => {
  const questions = ['How many requests are open?', 'What is overdue?', 'Which requests are critical?']
  const many = Array.from({ length: 12 }, () => 'How many requests are completed?')
  const { response, suggestions } = await askAssistant(office, office.ben, [...questions, ...many].join('\n'))
  expect(response.match(/I left out/g)).toHaveLength(1)
  expect(suggestions[0]).toBe('Which requests are critical')
})

test('of a message with very many sentences only the first are read, and the others are named as left out', async () => {
  const reading = vi.spyOn(Vocabulary.prototype, 'correctable')
  const question = (many: number) =>
    ['How many requests are open?', ...Array.from({ length: many }, () => 'What is overdue?'), 'And the last?'].join(
      '\n',
    )
  const readings = async (many: number) => {
    await del(office.app, office.ben, '/api/ai/conversations/current')
    reading.mockClear()
    const { message } = await askAssistant(office, office.ben, question(many))
    expect(message.reading?.leftOut).toContain('And the last')
    return reading.mock.calls.length
  }
  expect(await readings(80)).toBe(await readings(20))
  reading.mockRestore()
})
