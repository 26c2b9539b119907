import { act } from 'react'
import { expect, test } from 'vitest'
import { endSession, startSession } from '../client/session.ts'
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
} from '../testing/assistant.tsx'
import { type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts } from '../ui/toast.ts'

const page = assistantPage()

test.each([
  [false, 'Failed to get assistant response'],
  [true, 'Failed to get response from assistant'],
])('a failure says so and gives the question back (manager: %s)', async (isManager, description) => {
  page.answers = [() => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 })]
  await page.open(isManager)
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(currentToasts()[0]).toMatchObject({ title: 'Error', description })
  expect(field().value).toBe(QUESTION)
  expect(messages()).toEqual([])
  expect(page.asked).toHaveLength(1)
})

test('a question that failed comes back before what was typed since', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  page.answers = [() => promise]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  type(field(), 'And who has most of it?')
  resolve(Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 }))
  await settle()
  expect(field().value).toBe(`${QUESTION}\n\nAnd who has most of it?`)
})

test.each([
  ['an answer', () => Response.json(answerTo())],
  ['a failure', () => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 })],
])('%s that comes when another person has signed in changes nothing of their conversation', async (_, late) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  page.answers = [() => promise]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  page.leave()
  act(() => endSession('signed-out'))
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['ai.assistant'] }) })
  page.client.clear()
  resolve(late())
  await settle()
  page.kept = [said('user', 'How do I cancel a request?')]
  await page.open()
  expect(messages()).toEqual(['How do I cancel a request?'])
})

test('when a question from the conversation fails, its words and the focus go to the field', async () => {
  page.answers = [
    () => Response.json({ ...answerTo(), suggestions: ['And last month?'] }),
    () => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 }),
  ]
  await page.open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  act(() => {
    button('And last month?').focus()
    button('And last month?').click()
  })
  await settle()
  expect(field().value).toBe('And last month?')
  expect(document.activeElement).toBe(field())
})
