import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, testApp } from '../testing/app.ts'
import { askAssistant } from '../testing/assistant.ts'
import { buildRequest } from '../testing/build.ts'

const TITLES = [
  'Link the X-ray scanner',
  'Show the licence balance',
  'Copy the container number',
  'Print the gate pass',
  'Search the tariff',
  'Count the containers',
  'Warn before the licence ends',
]
let office: Awaited<ReturnType<typeof testApp>>
let numbers: string[]

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  const { db, ada, dan } = office
  numbers = []
  for (const [i, title] of TITLES.entries())
    numbers.push((await buildRequest(db, { requesterId: ada.id, title, dueDate: `2026-04-1${i}` })).request_id)
  await buildRequest(db, { requesterId: dan.id, title: 'Repair the X-ray gate', dueDate: '2026-04-01' })
}, LEARNING_MS)
beforeEach(() => del(office.app, office.ada, '/api/ai/conversations/current'))
afterAll(() => office.close())

const ask = (message: string) => askAssistant(office, office.ada, message)
const WHICH = 'Why does my request take so long?'

test.each([
  ['the second one', 1],
  ['3', 2],
  ['the last one', 4],
  ['the X-ray one', 0],
  ['I mean the tariff request', 4],
])('“Which one do you mean?” is answered by %s', async (message, i) => {
  const { response, message: asked } = await ask(WHICH)
  expect(response).toBe('You have 7 open requests. Which one do you mean?')
  expect(asked.parts.at(-1)).toMatchObject({ kind: 'links', links: [{ label: 'Show these 7 in the list' }] })
  expect((await ask(message)).response).toContain(`${numbers[i]} “${TITLES[i]}” is Pending Review.`)
})

test('the others, and those that share the words, are offered in turn', async () => {
  await ask(WHICH)
  const others = await ask('the other two')
  expect(others.message.reading!.choices.map(({ label }) => label)).toEqual(
    numbers.slice(5).map((number) => `Where is ${number} now?`),
  )
  await ask(WHICH)
  const named = await ask('the licence one')
  expect(named.response).toBe('2 of them have these words in their titles. Which one do you mean?')
  expect((await ask('the second')).response).toContain(`${numbers[6]} “`)
})

test('among several with the words of a title, the next message chooses as well', async () => {
  const question = 'What is the status of the X-ray request?'
  expect((await ask(question)).response).toBe('2 requests may be meant. Which one?')
  expect((await ask('the gate')).response).toContain('“Repair the X-ray gate” is Pending Review.')
  await ask(question)
  expect((await ask('the others')).response).not.toMatch(/more\. Which one/)
})

test('a question of its own is answered, and ends the choice', async () => {
  await ask(WHICH)
  expect((await ask('How many requests are open?')).response).toMatch(/^8 open requests/)
  expect((await ask('the second one')).message.reading?.outcome).toBe('asked-back')
})
