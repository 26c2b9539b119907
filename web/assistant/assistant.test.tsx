import { act } from 'react'
import { expect, test } from 'vitest'
import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { AssistantQuery, QueryFilter, Reading } from '../../shared/assistant/query.ts'
import { ABILITIES } from '../../shared/assistant/abilities.ts'
import { EXAMPLES } from '../../shared/assistant/questions.ts'
import {
  answerTo,
  assistantPage,
  button,
  field,
  messages,
  QUESTION,
  said,
  settle,
  text,
} from '../testing/assistant.tsx'

const page = assistantPage()

const PARTS: AnswerPart[] = [
  {
    kind: 'table',
    caption: 'Overdue by department',
    columns: ['Department', 'Overdue', 'Oldest'],
    rows: [{ cells: ['Operations', '4', '11 days'], href: '/requests?overdue=true&department=operations' }],
  },
  { kind: 'bars', caption: 'Open', bars: [{ label: 'Data', value: 3, href: 'javascript:alert(1)' }] },
  {
    kind: 'requests',
    requests: [
      {
        id: 'id-388',
        requestId: 'RFD-2026-0388',
        title: 'Search past declarations',
        status: 'in_progress',
        priority: 'high',
        dueDate: '2026-12-11',
      },
    ],
  },
  { kind: 'links', links: [{ label: 'All of them', href: '/requests?overdue=true' }] },
]
test('the parts of an answer are drawn, and only addresses within the product are links', async () => {
  page.kept = [said('user', QUESTION), answerTo(PARTS).message]
  await page.open(true)
  expect(document.querySelector('table caption')?.textContent).toBe('Overdue by department')
  const links = [...document.querySelectorAll('.message a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ])
  expect(links).toEqual([
    ['RFD-2026-0388', '/requests/id-388'],
    ['Operations', '/requests?overdue=true&department=operations'],
    ['RFD-2026-0388 Search past declarations', '/requests/id-388'],
    ['All of them', '/requests?overdue=true'],
  ])
  expect(text()).toContain('Data')
})

test('the conversation is restored, and a new one begins empty', async () => {
  page.kept = [said('user', QUESTION), answerTo().message]
  await page.open()
  expect(messages()).toHaveLength(2)
  act(() => button('New conversation').click())
  await settle()
  expect(messages()).toEqual([])
  expect(button('New conversation').disabled).toBe(true)
})

test('users have six questions to click, and one is asked by it', async () => {
  page.answers = [() => Response.json(answerTo())]
  await page.open()
  expect(document.querySelectorAll('.questions button')).toHaveLength(6)
  act(() => button('How do I cancel a request?').click())
  await settle()
  expect(page.asked[0]?.body).toMatchObject({ message: 'How do I cancel a request?' })
})

function readingOf(filter: QueryFilter): Reading {
  const query: AssistantQuery = { measure: 'count', filter }
  const nothing = { people: [], leftOut: [], corrections: [], choices: [], language: null }
  return { outcome: 'answered', query, today: '2026-11-18', ...nothing }
}

test('a person is changed to a colleague', async () => {
  page.kept = [said('user', QUESTION), { ...answerTo().message, reading: readingOf({ assignee: ['unassigned'] }) }]
  page.answers = [() => Response.json({ ...answerTo(), message: { ...answerTo().message, id: 'next' } })]
  await page.open()
  act(() => button('Assigned to nobody').click())
  act(() => button('Elena Marku').click())
  await settle()
  expect(page.asked[0]?.body).toMatchObject({
    message: 'How many requests assigned to Elena Marku are there?',
    query: { measure: 'count', filter: { assignee: ['elena'] } },
  })
})

test('a changed chip asks with the query itself, in words that anybody can read', async () => {
  const query = { measure: 'count', filter: { department: ['compliance'] } } as const
  page.kept = [said('user', QUESTION), { ...answerTo().message, reading: readingOf({ department: ['compliance'] }) }]
  page.answers = [() => Response.json({ ...answerTo(), message: { ...answerTo().message, id: 'next' } })]
  await page.open()
  act(() => button('Department Compliance').click())
  act(() => button('Operations').click())
  await settle()
  const words = 'How many requests in Operations are there?'
  expect(page.asked[0]?.body).toEqual({
    message: words,
    context: 'user_assistance',
    query: { ...query, filter: { department: ['operations'] } },
  })
  expect(messages()).toContain(words)
  expect(document.activeElement?.querySelector('.bubble')?.textContent).toBe(words)
})

test.each([false, true])(
  'the help holds an example of every kind that is for them (manager: %s)',
  async (isManager) => {
    page.answers = [() => Response.json(answerTo())]
    await page.open(isManager)
    act(() => button('What can I ask?').click())
    const examples = [...document.querySelectorAll('[role=dialog] .questions button')].map((one) => one.textContent)
    for (const { isForManagers, examples: own } of ABILITIES)
      for (const example of own) expect(examples.includes(example), example).toBe(isManager || !isForManagers)
    act(() => button('How many critical requests came in this month?').click())
    await settle()
    expect(page.asked[0]?.body).toMatchObject({ message: 'How many critical requests came in this month?' })
    expect(document.querySelector('[role=dialog]')).toBeNull()
  },
)

test('an empty conversation offers three questions that the page does not show beside it', async () => {
  page.answers = [() => Response.json(answerTo())]
  await page.open(true)
  const offered = [...document.querySelectorAll('.empty .choices button')].map((one) => one.textContent)
  expect(offered).toHaveLength(3)
  for (const example of EXAMPLES) expect(offered).not.toContain(example)
  act(() => button(offered[0]!).click())
  expect(document.activeElement).toBe(field())
  await settle()
  expect(page.asked[0]?.body).toMatchObject({ message: offered[0] })
})
