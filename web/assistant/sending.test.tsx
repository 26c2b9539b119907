import { expect, test, vi } from 'vitest'
import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import { ignoreComposedKeys } from '../ui/composed-keys.ts'
import {
  answerTo,
  assistantPage,
  button,
  field,
  messages,
  press,
  QUESTION,
  said,
  settle,
  text,
} from '../testing/assistant.tsx'
import { type } from '../testing/render.ts'

const page = assistantPage()

/** A stream of events as the server writes them; cut off when `done` is left out. */
function streamed(done?: AssistantAnswer): Response {
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const body = event('delta', { text: 'RFD-2026-0388 ' }) + (done ? event('done', done) : '')
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
}

const EARLIER = [said('user', 'How do I cancel a request?'), said('assistant', 'On its page.')]
const unavailable = async () => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 })

/** The server has stored the earlier messages, and answers the first reads of the conversation with something else. */
function answerFirstReads(count: number, answer: () => Promise<Response>): void {
  page.kept = EARLIER
  const serve = globalThis.fetch
  let reads = 0
  const isFirst = (url: URL) => url.pathname.endsWith('/conversations/current') && reads++ < count
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => (isFirst(url) ? answer() : serve(url, init)))
}

/** The answer to a question; the server stores both. */
const storedAnswer = (question: string, answer: string) => () => {
  const message = said('assistant', answer)
  page.kept = [...page.kept, said('user', question), message]
  return Response.json({ ...answerTo(), message })
}

test('Enter sends the question with its context, and the streamed answer joins the conversation', async () => {
  page.answers = [() => streamed(answerTo())]
  await page.open()
  type(field(), `  ${QUESTION} `)
  await press({ key: 'Enter' })
  expect(page.asked).toMatchObject([
    { accept: 'text/event-stream, application/json', body: { message: QUESTION, context: 'user_assistance' } },
  ])
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
  expect(field().value).toBe('')
  expect(document.querySelector('[role=status]')?.textContent).toBe('RFD-2026-0388 is late.')
})

test('Shift and Enter begin a new line, and a word being composed is left alone', async () => {
  await page.open()
  type(field(), QUESTION)
  expect((await press({ key: 'Enter', shiftKey: true })).defaultPrevented).toBe(false)
  ignoreComposedKeys()
  expect((await press({ key: 'Enter', isComposing: true })).defaultPrevented).toBe(false)
  // Safari has ended the composition when it reports the key that ended it.
  expect((await press({ key: 'Enter', keyCode: 229 })).defaultPrevented).toBe(false)
  expect(page.asked).toEqual([])
})

test('a blank message cannot be sent', async () => {
  await page.open()
  expect(button('Send').disabled).toBe(true)
  type(field(), ' \n \u200b\u3164')
  expect(button('Send').disabled).toBe(true)
  await press({ key: 'Enter' })
  expect(page.asked).toEqual([])
})

test('an answer in one piece is as good as a stream', async () => {
  page.answers = [() => Response.json(answerTo())]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
})

test('when a stream breaks off, the same question is asked for its answer in one piece', async () => {
  page.answers = [() => streamed(), () => Response.json(answerTo())]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(page.asked.map(({ accept }) => accept)).toEqual(['text/event-stream, application/json', ''])
  expect(page.asked[0]!.key).not.toBeNull()
  expect(page.asked[1]!.key).toBe(page.asked[0]!.key)
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
})

test('a person who returns while an answer is loading sees so, and text typed meanwhile stays', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  page.answers = [() => promise]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  page.leave()
  await page.open()
  expect(text()).toContain('Looking it up')
  type(field(), 'And who has most of it?')
  await press({ key: 'Enter' })
  expect(field().value).toBe('And who has most of it?')
  resolve(Response.json(answerTo()))
  await settle()
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
  expect(page.asked).toHaveLength(1)
})

test.each([
  ['is loading', () => new Promise<Response>(() => {})],
  ['has failed to load', unavailable],
])('a question asked while the conversation %s joins the earlier messages', async (_, firstRead) => {
  answerFirstReads(1, firstRead)
  page.answers = [storedAnswer(QUESTION, 'RFD-2026-0388 is late.')]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  await settle()
  expect(messages()).toEqual(['How do I cancel a request?', 'On its page.', QUESTION, 'RFD-2026-0388 is late.'])
})

test('a second question joins the earlier messages after loading them has failed twice', async () => {
  answerFirstReads(2, unavailable)
  page.answers = [storedAnswer(QUESTION, 'RFD-2026-0388 is late.'), storedAnswer('And last month?', 'Nothing was.')]
  await page.open()
  for (const question of [QUESTION, 'And last month?']) {
    type(field(), question)
    await press({ key: 'Enter' })
    await settle()
  }
  expect(messages()).toEqual([
    'How do I cancel a request?',
    'On its page.',
    QUESTION,
    'RFD-2026-0388 is late.',
    'And last month?',
    'Nothing was.',
  ])
})

test('a message that is too long is kept whole, refused in words and not sent', async () => {
  await page.open()
  type(field(), 'x'.repeat(LIMITS.message + 1))
  await press({ key: 'Enter' })
  expect(document.querySelector('.composer')?.textContent).toContain('At most 2,000 characters; this has 2,001')
  expect(field().maxLength).toBe(-1)
  expect(field().value).toHaveLength(LIMITS.message + 1)
  expect(page.asked).toEqual([])
})

test('a text that was not sent is kept', async () => {
  await page.open()
  type(field(), 'Half a quest')
  page.leave()
  await page.open()
  expect(field().value).toBe('Half a quest')
})
