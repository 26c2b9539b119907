import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { testApp } from '../testing/app.ts'
import { askAssistant } from '../testing/assistant.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
let number: string

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada } = office
  number = (await buildRequest(db, { requesterId: ada.id, dueDate: '2026-04-10' })).request_id
}, LEARNING_MS)
afterAll(() => office.close())

const ask = (message: string) => askAssistant(office, office.ada, message)

test.each([
  ['When is # due?', '# is due on 10 April 2026, in 23 days.'],
  ['how many days left for #', '# is due on 10 April 2026, in 23 days.'],
  ['Is # late?', 'No, # is not overdue: it is due on 10 April 2026, in 23 days.'],
  ['is # assigned to me?', 'No, # is assigned to nobody.'],
  ['Who is working on #?', '# is assigned to nobody.'],
  ['What is the priority of #?', 'The priority of # is Medium.'],
  ['When will # be finished?', '#: too few comparable requests to say when.'],
])('%s gets the fact first', async (question, fact) => {
  const { response } = await ask(question.replace('#', number))
  expect(response).toMatch(new RegExp(`^${fact.replace('#', number)}\\n\\n${number} “`))
})

test('a question about everything, or two at once, gets the description alone', async () => {
  for (const question of ['What is the status of #?', 'Who is working on #, and when is it due?'])
    expect((await ask(question.replace('#', number))).response).toMatch(new RegExp(`^${number} “`))
})
