import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'
import { GUIDE } from './guide.ts'

let office: Awaited<ReturnType<typeof testApp>>
let number: string

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada, ben } = office
  await emptyRequests(db)
  const built = await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id, status: 'in_progress' })
  number = built.request_id
  await buildRequest(db, { requesterId: ada.id, dueDate: '2026-03-01' })
}, LEARNING_MS)
beforeEach(() => del(office.app, office.ben, '/api/ai/conversations/current'))
afterAll(() => office.close())

const ask = (question: string) => askAssistant(office, office.ben, question)

function linksOf({ message }: AssistantAnswer): string[] {
  return message.parts.flatMap((part) => (part.kind === 'links' ? part.links.map(({ href }) => href) : []))
}

test('to print a request is an order: it is refused, and opens the request', async () => {
  const answer = await ask(`please print ${number}`)
  expect(answer.response).toContain('Nothing has been changed')
  expect(answer.response).toContain('choose Print')
  expect(linksOf(answer)[0]).toMatch(/^\/requests\/.{36}$/)
})

test.each(['print all overdue requests', 'export all overdue requests', 'print the list of overdue requests'])(
  'a list that is to be printed or exported is the place where that is done: %s',
  async (question) => {
    const answer = await ask(question)
    expect(answer.response).toContain('Nothing has been changed')
    expect(linksOf(answer)).toContain('/requests?overdue=true')
  },
)

test('an order about the previous request or list links to it', async () => {
  await ask(`where is ${number}`)
  expect(linksOf(await ask('print it'))[0]).toMatch(/^\/requests\/.{36}$/)
  expect(linksOf(await ask('remind Ada about it'))[0]).toMatch(/^\/requests\/.{36}$/)
  await ask('what is overdue')
  expect(linksOf(await ask('export these'))).toEqual(['/requests?overdue=true'])
})

test.each([
  ['when was it last changed', 'when was RFD last changed'],
  ['who changed it', 'who changed RFD last'],
  ['its history', 'show the history of RFD'],
])('of the changes of a request the last one is told: %s', async (_, question) => {
  const { response } = await ask(question.replace('RFD', number))
  expect(response).toMatch(new RegExp(`^${number} was last changed on .+ timeline on its Details tab`))
})

test.each(['Monthly report october', 'show me the monthly report', 'report for last month', 'quarterly report of IT'])(
  'a report is made elsewhere, and is no count by month: %s',
  async (question) => {
    expect(linksOf(await ask(question))).toEqual(['/reports'])
  },
)

test('a report that requests are for is asked back', async () => {
  const { message } = await ask('requests for a monthly report')
  expect(message.reading).toMatchObject({ outcome: 'asked-back', leftOut: ['monthly report'] })
})

test.each(['what should I do first', 'what do i need to do next', 'what should i work on next'])(
  'what to do first is the few most urgent ones of the asker: %s',
  async (question) => {
    const { message } = await ask(question)
    expect(message.reading?.query).toMatchObject({ filter: { assignee: ['me'] }, sort: 'urgent', limit: 3 })
  },
)

test('a relation of requests to the asker is not ignored', async () => {
  const { message: concerned } = await ask('how many requests concern me')
  expect(concerned.reading).toMatchObject({ outcome: 'asked-back', leftOut: ['concern me'] })
  const { message: needed } = await ask('how many requests need me')
  expect(needed.reading?.query?.filter).toMatchObject({ assignee: ['me'], status: ['pending', 'in_progress'] })
})

test('requests that the asker has to approve are those pending review', async () => {
  const { message } = await ask('what do I have to approve')
  expect(message.reading?.query?.filter).toEqual({ status: ['pending'] })
})

test.each([
  ['How do I add a colleague to my request', 'share-request'],
  ['How good are the suggestions', 'suggestion-quality'],
  ['how do I add a colleague', 'users'],
  ['how i can to cancel my request', 'cancel-request'],
] as const)('the text that fits is given: %s', async (question, subject) => {
  expect((await ask(question)).response).toBe(GUIDE[subject])
})

test('a person’s role that is not named is the one they have', async () => {
  const { ada, ben } = office
  const { message: work } = await ask('Marlows open ones')
  expect(work.reading?.query?.filter).toMatchObject({ assignee: [ben.id] })
  const { message: wishes } = await ask('how many requests does Ada have open')
  expect(wishes.reading?.query?.filter).toMatchObject({ requester: [ada.id] })
})
