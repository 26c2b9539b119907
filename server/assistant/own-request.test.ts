import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, patch, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
const ai = localAi()

beforeAll(async () => {
  office = await testApp({ ai, now: '2026-03-18T09:00:00.000Z' })
}, LEARNING_MS)
beforeEach(async () => {
  await emptyRequests(office.db)
  await office.services.settings.change({ visibility: 'all' })
  for (const person of [office.ada, office.dan]) await del(office.app, person, '/api/ai/conversations/current')
})
afterAll(() => office.close())

const QUESTIONS = [
  'Where is my request now?',
  'where is my request',
  'What is my request waiting for?',
  'When will my request be finished?',
  'How long until my request is done?',
]

test('the asker’s only open request is described: its state, whom it waits for and how long that takes', async () => {
  const { app, db, ada, ben, dan } = office
  const values = { createdAt: '2026-03-16T09:00:00.000Z', dueDate: '2026-04-01' } as const
  await buildRequest(db, { requesterId: dan.id, ...values, priority: 'critical' })
  const own = await buildRequest(db, { requesterId: ada.id, ...values, title: 'Print the gate pass' })
  for (const question of QUESTIONS) {
    const { response, message } = await askAssistant(office, ada, question)
    expect(response, question).toContain(`${own.request_id} “Print the gate pass” is Pending Review.`)
    expect(response, question).toContain('It is the 2nd of 2 waiting for review by a manager.')
    expect(response, question).toContain('The published time is 1-3 business days.')
    expect(response, question).toContain('too few comparable requests')
    expect(message.parts).toMatchObject([{ kind: 'requests', requests: [{ id: own.id }] }])
  }
  await patch(app, ben, `/api/requests/${own.id}`, { status: 'in_progress', assignedToId: dan.id })
  const { response } = await askAssistant(office, ada, QUESTIONS[0]!)
  expect(response).toContain('Dan')
  expect(response).toContain('It is the only request they have in progress.')
})

test('with several it asks which one, and each button has an answer', async () => {
  const { db, ada, dan } = office
  await buildRequest(db, { requesterId: dan.id, title: 'Of somebody else' })
  for (let i = 0; i < 7; i++) await buildRequest(db, { requesterId: ada.id, dueDate: `2026-04-1${i}` })
  for (const question of QUESTIONS) {
    const { response, message } = await askAssistant(office, ada, question)
    expect(response, question).toBe('You have 7 open requests. Which one do you mean?')
    const { outcome, choices } = message.reading!
    expect(outcome).toBe('asked-back')
    expect(choices).toHaveLength(5)
    expect(JSON.stringify(message)).not.toContain('Of somebody else')
    const [number] = /RFD-\d+-\d+/.exec(choices[0]!.label)!
    expect((await askAssistant(office, ada, choices[0]!.label)).response).toContain(`${number} “`)
  }
})

test('a number selects the request in any wording; one that the asker may not see does not exist', async () => {
  const { db, services, ada, dan } = office
  const own = await buildRequest(db, { requesterId: ada.id })
  const foreign = await buildRequest(db, { requesterId: dan.id })
  for (const question of [
    'where is my request #',
    'how long until # is done',
    'When will # be finished?',
    'what is # waiting for',
    'Where is # now?',
  ]) {
    const { response } = await askAssistant(office, ada, question.replace('#', own.request_id))
    expect(response, question).toContain('waiting for review by a manager')
  }
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  const { response } = await askAssistant(office, ada, `where is ${foreign.request_id}`)
  expect(response).toBe(`There is no request ${foreign.request_id} that you can see.`)
})

test('a request is found by its title, too', async () => {
  const { db, ada, dan } = office
  await buildRequest(db, { requesterId: dan.id, title: 'Search past declarations by container number' })
  const { response } = await askAssistant(office, ada, 'When will the container number search be ready?')
  expect(response).toContain('“Search past declarations by container number” is Pending Review.')
  expect(response).toContain('waiting for review by a manager')
})

test('an end that none of the asker’s requests has is named', async () => {
  const { db, ada } = office
  const rejected = await buildRequest(db, { requesterId: ada.id, status: 'rejected' })
  expect((await askAssistant(office, ada, 'Why was my request cancelled?')).response).toBe(
    'None of your requests is cancelled.',
  )
  expect((await askAssistant(office, ada, 'Why was my request rejected?')).response).toContain(rejected.request_id)
})

test('of more than three requests the first three are described, and it says so', async () => {
  const { db, ada } = office
  const numbers = []
  for (let i = 0; i < 4; i++) numbers.push((await buildRequest(db, { requesterId: ada.id })).request_id)
  const { response } = await askAssistant(office, ada, `What is the status of ${numbers.join(', ')}?`)
  expect(response).toContain(`${numbers[2]} “`)
  expect(response).not.toContain(numbers[3])
  expect(response).toContain('I describe 3 requests at a time; please ask for the others separately.')
})

test('why several requests were rejected is answered for each of them, with the reason given', async () => {
  const { app, db, ada, ben, dan } = office
  for (const [title, reason] of [
    ['Print the gate pass', 'No budget this year'],
    ['Scan the seal', 'Done by the broker'],
  ]) {
    const { id } = await buildRequest(db, { requesterId: ada.id, title: title! })
    await patch(app, ben, `/api/requests/${id}`, { status: 'rejected', reason })
  }
  await buildRequest(db, { requesterId: dan.id, title: 'Of somebody else', status: 'rejected' })
  expect((await askAssistant(office, ada, 'Why were my requests cancelled?')).response).toBe(
    'There are no cancelled requests submitted by you.',
  )
  const questions = ['Why were my requests rejected?', 'Which requests of mine have been rejected, and why?', 'why?']
  for (const question of questions) {
    const { response } = await askAssistant(office, ada, question)
    expect(response, question).toContain('“Print the gate pass”: It was rejected by Ben')
    expect(response, question).toContain('The reason given: “No budget this year”')
    expect(response, question).toContain('The reason given: “Done by the broker”')
    expect(response, question).not.toMatch(/Of somebody else|can’t tell/)
  }
})

test('why one request was rejected begins with that request', async () => {
  const { db, ada } = office
  const { request_id } = await buildRequest(db, { requesterId: ada.id, status: 'rejected' })
  const { response } = await askAssistant(office, ada, `Why was ${request_id} rejected?`)
  expect(response).toMatch(new RegExp(`^${request_id} “`))
})

test('two questions with the same answer get it once', async () => {
  const { db, ada } = office
  const { request_id } = await buildRequest(db, { requesterId: ada.id })
  const { response, message } = await askAssistant(
    office,
    ada,
    `What is the status of ${request_id} and who is working on it?`,
  )
  expect(response.split(`${request_id} “`)).toHaveLength(2)
  expect(message.parts).toHaveLength(1)
})

test('everybody may ask who works on their own requests, but not on those of others', async () => {
  const { db, ada, ben, dan } = office
  await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id })
  await buildRequest(db, { requesterId: dan.id, assignedToId: dan.id })
  for (const question of ['Who are my requests assigned to?', 'who is working on my requests?']) {
    const { message } = await askAssistant(office, ada, question)
    const [table] = message.parts
    expect(table, question).toMatchObject({ kind: 'table', rows: [{ cells: [expect.stringContaining('Ben'), '1'] }] })
  }
  const { message } = await askAssistant(office, ada, 'Who are the requests assigned to?')
  expect(message.reading?.outcome).toBe('refused')
})

test.each([
  'When is my gate pass request due?',
  'What is the status of my gate pass request?',
  'status of the gate pass request',
  'What is the due date of my gate pass request?',
  'priority of my gate pass request',
  'has my gate pass request been reviewed?',
])('a single request named by its title is described: %s', async (question) => {
  const { db, ada } = office
  await buildRequest(db, { requesterId: ada.id, title: 'Print the gate pass' })
  const { response } = await askAssistant(office, ada, question)
  expect(response).toContain('“Print the gate pass” is Pending Review.')
})

test('“my” means no request of somebody else, and of several it asks which', async () => {
  const { db, ada, dan } = office
  await buildRequest(db, { requesterId: dan.id, title: 'Gate pass of Dan' })
  const question = 'When is my gate pass request due?'
  expect(JSON.stringify((await askAssistant(office, ada, question)).message.parts)).not.toContain('Gate pass of Dan')
  for (const title of ['Print the gate pass', 'Scan the gate pass'])
    await buildRequest(db, { requesterId: ada.id, title })
  const { response, message } = await askAssistant(office, ada, question)
  expect(response).toBe('2 requests may be meant. Which one?')
  expect(message.reading?.choices).toHaveLength(2)
})
