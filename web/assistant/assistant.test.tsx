import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerPart, AssistantAnswer, AssistantMessage } from '../../shared/assistant/messages.ts'
import type { Reading } from '../../shared/assistant/query.ts'
import { ABILITIES } from '../../shared/assistant/abilities.ts'
import { EXAMPLES } from '../../shared/assistant/questions.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import { readByKey } from '../client/query.ts'
import { endSession, startSession } from '../client/session.ts'
import { render, type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import AssistantScreen from './AssistantScreen.tsx'

const QUESTION = 'What is overdue?'
const said = (role: AssistantMessage['role'], content: string, parts: AnswerPart[] = []): AssistantMessage => ({
  id: `${role} ${content}`,
  role,
  content,
  timestamp: '2026-11-18T10:41:00.000Z',
  parts,
})
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
const answerTo = (parts: AnswerPart[] = []): AssistantAnswer => ({
  response: 'RFD-2026-0388 is late.',
  conversationId: 'c1',
  message: said('assistant', 'RFD-2026-0388 is late.', parts),
  understood: true,
  suggestions: [],
  engine: { name: 'local', version: '1.3', learnedFrom: 9 },
})

let leave: () => void
let kept: AssistantMessage[]
let asked: { accept: string; key: string | null; body: unknown }[]
/** What the assistant answers, one after the other. */
let answers: (() => Response | Promise<Response>)[]

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false, staleTime: 60_000 } } })
  kept = []
  asked = []
  answers = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['ai.assistant'] }) })
  vi.stubGlobal('fetch', async (url: URL, { method, body, headers }: RequestInit) => {
    if (url.pathname === '/api/ai/user-assistant') {
      const sent = new Headers(headers)
      const key = sent.get('Idempotency-Key')
      asked.push({ accept: sent.get('Accept') ?? '', key, body: JSON.parse(String(body)) })
      return answers.shift()!()
    }
    if (method === 'DELETE') {
      kept = []
      return new Response(null, { status: 204 })
    }
    if (url.pathname === '/api/ai/conversations/current')
      return Response.json({ conversationId: kept.length > 0 ? 'c1' : null, messages: kept })
    return Response.json([])
  })
})
afterEach(() => {
  leave()
  act(() => endSession('signed-out'))
  localStorage.clear()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})

async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 2))))
}

let client: QueryClient

async function open(isManager = false): Promise<void> {
  leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AssistantScreen isManager={isManager} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await settle()
}

const field = () => document.querySelector('textarea')!
const text = () => document.querySelector('.scroller')?.textContent ?? ''
const messages = () =>
  [...document.querySelectorAll('.message')].map((item) => item.querySelector('.bubble')?.textContent)
const button = (name: string) => {
  const all = [...document.querySelectorAll('button')]
  return all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
}

async function press(options: KeyboardEventInit): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...options })
  act(() => void field().dispatchEvent(event))
  await settle()
  return event
}

/** A stream of events as the server writes them; cut off when `done` is left out. */
function streamed(done?: AssistantAnswer): Response {
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const body = event('delta', { text: 'RFD-2026-0388 ' }) + (done ? event('done', done) : '')
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
}

test('Enter sends the question with its context, and the streamed answer joins the conversation', async () => {
  answers = [() => streamed(answerTo())]
  await open()
  type(field(), `  ${QUESTION} `)
  await press({ key: 'Enter' })
  expect(asked).toMatchObject([
    { accept: 'text/event-stream, application/json', body: { message: QUESTION, context: 'user_assistance' } },
  ])
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
  expect(field().value).toBe('')
  expect(document.querySelector('[role=status]')?.textContent).toBe('RFD-2026-0388 is late.')
})

test('Shift and Enter begin a new line, and a word being composed is left alone', async () => {
  await open()
  type(field(), QUESTION)
  expect((await press({ key: 'Enter', shiftKey: true })).defaultPrevented).toBe(false)
  expect((await press({ key: 'Enter', isComposing: true })).defaultPrevented).toBe(false)
  expect(asked).toEqual([])
})

test('a blank message cannot be sent', async () => {
  await open()
  expect(button('Send').disabled).toBe(true)
  type(field(), ' \n ')
  expect(button('Send').disabled).toBe(true)
  await press({ key: 'Enter' })
  expect(asked).toEqual([])
})

test('an answer in one piece is as good as a stream', async () => {
  answers = [() => Response.json(answerTo())]
  await open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
})

test('when a stream breaks off, the same question is asked for its answer in one piece', async () => {
  answers = [() => streamed(), () => Response.json(answerTo())]
  await open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(asked.map(({ accept }) => accept)).toEqual(['text/event-stream, application/json', ''])
  expect(asked[0]!.key).not.toBeNull()
  expect(asked[1]!.key).toBe(asked[0]!.key)
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
})

test.each([
  [false, 'Failed to get assistant response'],
  [true, 'Failed to get response from assistant'],
])('a failure says so and gives the question back (manager: %s)', async (isManager, description) => {
  answers = [() => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 })]
  await open(isManager)
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  expect(currentToasts()[0]).toMatchObject({ title: 'Error', description })
  expect(field().value).toBe(QUESTION)
  expect(messages()).toEqual([])
  expect(asked).toHaveLength(1)
})

test('whoever comes back while an answer is on its way sees so, and what is typed meanwhile stays', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers = [() => promise]
  await open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  leave()
  await open()
  expect(text()).toContain('Looking it up')
  type(field(), 'And who has most of it?')
  await press({ key: 'Enter' })
  expect(field().value).toBe('And who has most of it?')
  resolve(Response.json(answerTo()))
  await settle()
  expect(messages()).toEqual([QUESTION, 'RFD-2026-0388 is late.'])
  expect(asked).toHaveLength(1)
})

test('a question that failed comes back before what was typed since', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers = [() => promise]
  await open()
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
  answers = [() => promise]
  await open()
  type(field(), QUESTION)
  await press({ key: 'Enter' })
  leave()
  act(() => endSession('signed-out'))
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['ai.assistant'] }) })
  client.clear()
  resolve(late())
  await settle()
  kept = [said('user', 'How do I cancel a request?')]
  await open()
  expect(messages()).toEqual(['How do I cancel a request?'])
})

test('a message that is too long is kept whole, refused in words and not sent', async () => {
  await open()
  type(field(), 'x'.repeat(LIMITS.message + 1))
  await press({ key: 'Enter' })
  expect(document.querySelector('.composer')?.textContent).toContain('At most 2,000 characters; this has 2,001')
  expect(field().maxLength).toBe(-1)
  expect(field().value).toHaveLength(LIMITS.message + 1)
  expect(asked).toEqual([])
})

test('the parts of an answer are drawn, and only addresses within the product are links', async () => {
  kept = [said('user', QUESTION), answerTo(PARTS).message]
  await open(true)
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

test('what was said is there again, and a new conversation begins empty', async () => {
  kept = [said('user', QUESTION), answerTo().message]
  await open()
  expect(messages()).toHaveLength(2)
  act(() => button('New conversation').click())
  await settle()
  expect(messages()).toEqual([])
  expect(button('New conversation').disabled).toBe(true)
})

test('users have six questions to click, and one is asked by it', async () => {
  answers = [() => Response.json(answerTo())]
  await open()
  expect(document.querySelectorAll('.questions button')).toHaveLength(6)
  act(() => button('How do I cancel a request?').click())
  await settle()
  expect(asked[0]?.body).toMatchObject({ message: 'How do I cancel a request?' })
})

test('a text that was not sent is kept', async () => {
  await open()
  type(field(), 'Half a quest')
  leave()
  await open()
  expect(field().value).toBe('Half a quest')
})

test('a changed chip asks with the query itself, in words that anybody can read', async () => {
  const query = { measure: 'count', filter: { department: ['compliance'] } } as const
  const reading = {
    outcome: 'answered',
    query: { measure: 'count', filter: { department: ['compliance'] } },
    people: [],
    today: '2026-11-18',
    leftOut: [],
    corrections: [],
    choices: [],
    language: null,
  } satisfies Reading
  kept = [said('user', QUESTION), { ...answerTo().message, reading }]
  answers = [() => Response.json({ ...answerTo(), message: { ...answerTo().message, id: 'next' } })]
  await open()
  act(() => button('Department Compliance').click())
  act(() => button('Operations').click())
  await settle()
  const words = 'How many requests in Operations are there?'
  expect(asked[0]?.body).toEqual({
    message: words,
    context: 'user_assistance',
    query: { ...query, filter: { department: ['operations'] } },
  })
  expect(messages()).toContain(words)
  expect(document.activeElement?.querySelector('.bubble')?.textContent).toBe(words)
})

test('when a question from the conversation fails, its words and the focus go to the field', async () => {
  answers = [
    () => Response.json({ ...answerTo(), suggestions: ['And last month?'] }),
    () => Response.json({ error: 'Not now', code: 'unavailable' }, { status: 503 }),
  ]
  await open()
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

test.each([false, true])(
  'the help holds an example of every kind that is for them (manager: %s)',
  async (isManager) => {
    answers = [() => Response.json(answerTo())]
    await open(isManager)
    act(() => button('What can I ask?').click())
    const examples = [...document.querySelectorAll('[role=dialog] .questions button')].map((one) => one.textContent)
    for (const { isForManagers, examples: own } of ABILITIES)
      for (const example of own) expect(examples.includes(example), example).toBe(isManager || !isForManagers)
    act(() => button('How many critical requests came in this month?').click())
    await settle()
    expect(asked[0]?.body).toMatchObject({ message: 'How many critical requests came in this month?' })
    expect(document.querySelector('[role=dialog]')).toBeNull()
  },
)

test('an empty conversation offers three questions that the page does not show beside it', async () => {
  answers = [() => Response.json(answerTo())]
  await open(true)
  const offered = [...document.querySelectorAll('.empty .choices button')].map((one) => one.textContent)
  expect(offered).toHaveLength(3)
  for (const example of EXAMPLES) expect(offered).not.toContain(example)
  act(() => button(offered[0]!).click())
  expect(document.activeElement).toBe(field())
  await settle()
  expect(asked[0]?.body).toMatchObject({ message: offered[0] })
})
