import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { testApp } from '../testing/app.ts'
import { buildRequest, emptyRequests } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  await emptyRequests(office.db)
  const { db, ada } = office
  for (const title of [
    'Merge the two watch lists',
    'Watch the list of the brokers',
    'Reset for the brokers’ portal',
    'Inter\u00admodal yard à l’œuvre',
  ])
    await buildRequest(db, { requesterId: ada.id, title, description: 'As it says.', status: 'rejected' })
}, LEARNING_MS)
afterAll(() => office.close())

test.each([
  ['which ones mention "watch list"', '1 request that mentions “watch list”.', ['Merge the two watch lists']],
  ['requests about watch lists', '1 request that mentions “watch list”.', ['Merge the two watch lists']],
  ['which ones men\u00adtion `watch list"', '1 request that mentions “watch list”.', ['Merge the two watch lists']],
  ['broker portal requests', '1 request that mentions “broker portal”.', ['Reset for the brokers’ portal']],
  ['requests that mention all of “watch list”', '2 requests that mention all of “watch list”.', null],
  ['requests about broker lists', '1 request that mentions all of “broker list”.', ['Watch the list of the brokers']],
  ['requests that mention “list broker”', 'There are no requests that mention “list broker”.', []],
])('words are looked for side by side, where some request has them so: %s', async (question, sentence, titles) => {
  const { response, message } = await askAssistant(office, office.ben, question)
  expect(response).toBe(sentence)
  const shown = message.parts.flatMap((part) => (part.kind === 'requests' ? part.requests : []))
  if (titles) expect(shown.map(({ title }) => title)).toEqual(titles)
  // The list finds words anywhere, so it cannot show the results of a phrase.
  const isLinked = message.parts.some(({ kind }) => kind === 'links')
  expect(isLinked).toBe(sentence.includes('all of'))
})

test.each([
  ['How many requests were rejected in ２０２６?', 'How many requests were rejected in 2026?'],
  ['How many requests were rejected in ٢٠٢٦?', 'How many requests were rejected in 2026?'],
  ['what`s the status of RFD–2026–0001', "what's the status of RFD-2026-0001"],
  ['high‑priority re\u200bquests', 'high-priority requests'],
])('%s is read as on another keyboard', async (typed, plain) => {
  const [one, other] = [await askAssistant(office, office.ben, typed), await askAssistant(office, office.ben, plain)]
  expect(one.message.reading?.outcome).toBe('answered')
  expect(one.response).toBe(other.response)
})

test.each(['intermodal', "l'oeuvre", 'oeuvre'])(
  'requests that mention %s are found in their own spelling',
  async (word) => {
    const { response } = await askAssistant(office, office.ben, `requests that mention “${word}”`)
    expect(response).toBe(`1 request that mentions “${word}”.`)
  },
)

test('rejected against cancelled share their period, without a verb', async () => {
  const { response } = await askAssistant(office, office.ben, 'did we reject more than we cancelled this year')
  expect(response).toBe('Rejected: 4 requests in 2026; cancelled: 0. That is 4 more for rejected.')
})

test('a request is found by words of its title only if no other title has them', async () => {
  const { response } = await askAssistant(office, office.ben, 'what happened to the watch list merge')
  expect(response).toContain('“Merge the two watch lists” is Rejected.')
  const { message } = await askAssistant(office, office.ben, 'how far is the thing with the brokers')
  expect(message.reading?.outcome).not.toBe('answered')
})
