import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import { stateAsked } from './reading/state-question.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
}, LEARNING_MS)
beforeEach(async () => {
  await emptyRequests(office.db)
  for (const person of [office.ada, office.ben]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

const OF_ONE = [
  'What is the status of my request?',
  'status update on my rfd',
  'any news on my request?',
  'Is there any progress on my request?',
  "How's my request going?",
  'what’s happening with my ticket',
  'did anyone look at my request yet',
  'is my request ready?',
  'when will my request be ready?',
  'has my request been approved',
  'I would like to know the state of my submission please',
  'what about my request',
]
const UNSAID = ['any news', 'Any updates?', 'status please', 'is it ready yet?', 'when will it be ready']

test('the state of the asker’s only open request is told in everyday words', async () => {
  const { db, ada, dan } = office
  await buildRequest(db, { requesterId: dan.id })
  await buildRequest(db, { requesterId: ada.id, status: 'completed' })
  const { request_id } = await buildRequest(db, { requesterId: ada.id, title: 'Print the gate pass' })
  for (const question of [...OF_ONE, ...UNSAID, 'status of my requests', 'are my requests ready?']) {
    await del(office.app, ada, '/api/ai/conversations/current')
    const { response } = await askAssistant(office, ada, question)
    expect(response, question).toContain(`${request_id} “Print the gate pass” is Pending Review.`)
  }
})

test('of several it asks which, with a button for each; their states are listed', async () => {
  const { db, ada } = office
  for (const title of ['Print the gate pass', 'Scan the seal']) await buildRequest(db, { requesterId: ada.id, title })
  for (const question of [...OF_ONE, ...UNSAID]) {
    await del(office.app, ada, '/api/ai/conversations/current')
    const { response, message } = await askAssistant(office, ada, question)
    expect(response, question).toBe('You have 2 open requests. Which one do you mean?')
    expect(message.reading?.choices, question).toHaveLength(2)
  }
  for (const question of ['How are my requests doing?', 'any news on my requests', 'are my requests ready?']) {
    const { response } = await askAssistant(office, ada, question)
    expect(response, question).toBe('2 open requests submitted by you.')
  }
})

test('what asks for the office, for a list or for help is not about one’s own request', async () => {
  const { db, ada, ben } = office
  await buildRequest(db, { requesterId: ben.id })
  expect((await askAssistant(office, ben, 'any news?')).response).not.toContain('“')
  await buildRequest(db, { requesterId: ada.id, status: 'rejected' })
  await buildRequest(db, { requesterId: ada.id })
  expect((await askAssistant(office, ada, 'my rejected requests')).response).toContain('1 rejected request')
  for (const question of [
    'how do I see the status of my request',
    'which of my requests are ready',
    'my finished request',
    'cancel my request',
    'status of the system',
    'any news from the minister',
  ])
    expect(stateAsked(question), question).toBeNull()
})

describe('a title in quotation marks names its request', () => {
  const title = 'Export of declarations as PDF, and the brokers’ list'
  const build = async () => {
    const { db, ada, dan } = office
    await buildRequest(db, { requesterId: ada.id, title: `${title} again` })
    return (await buildRequest(db, { requesterId: dan.id, title })).request_id
  }

  test('in every style, with any question about one request', async () => {
    const number = await build()
    for (const question of [
      'What is the status of “T”?',
      'status of "T"',
      "What is the status of 'T'?",
      'any news on „T“',
      'is «T» ready?',
      'when will “T” be ready?',
      'Who is working on ‘T’?',
      '“T”',
    ]) {
      const { response, message } = await askAssistant(office, office.ada, question.replace('T', title))
      expect(response, question).toContain(`${number} “${title}” is Pending Review.`)
      expect(message.parts, question).toMatchObject([{ kind: 'requests', requests: [{ requestId: number }] }])
    }
  })

  test('words of several titles are asked back, and a title that nobody has is named', async () => {
    await build()
    const { message } = await askAssistant(office, office.ada, 'status of “export of declarations”')
    expect(message.reading?.choices).toHaveLength(2)
    const { response } = await askAssistant(office, office.ada, 'status of “Flying carpets”')
    expect(response).toBe('I found no request called “Flying carpets” that you can see.')
  })

  test('a request that the asker may not see does not exist', async () => {
    await build()
    await office.services.settings.change({ visibility: 'own' })
    office.services.sessions.forgetAll()
    const { response, message } = await askAssistant(office, office.ada, `status of “${title}”`)
    await office.services.settings.change({ visibility: 'all' })
    expect(response).toContain('again” is Pending Review.')
    expect(message.parts).toMatchObject([{ requests: [{ title: `${title} again` }] }])
  })
})

test('“ready” means finished, and “ready for review” pending', async () => {
  const { db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id, status: 'completed' })
  for (let i = 0; i < 2; i++) await buildRequest(db, { requesterId: ada.id })
  expect((await askAssistant(office, ben, 'How many requests are ready?')).response).toContain('1 completed request')
  expect((await askAssistant(office, ben, 'requests ready for review')).response).toContain('2 pending requests')
})
