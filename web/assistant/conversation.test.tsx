import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnswerPart, AssistantMessage } from '../../shared/assistant/messages.ts'
import type { AssistantQuery, Reading } from '../../shared/assistant/query.ts'
import { render } from '../testing/render.ts'
import { Conversation } from './Conversation.tsx'

const QUERY: AssistantQuery = {
  measure: 'count',
  filter: { status: ['pending', 'in_progress'], department: ['compliance'], assignee: ['id-ben'] },
}
const READING: Reading = {
  outcome: 'answered',
  query: null,
  people: [{ id: 'id-ben', name: 'Ben Marlow' }],
  today: '2026-11-18',
  leftOut: [],
  corrections: [],
  choices: [],
  language: null,
}

function said(role: AssistantMessage['role'], content: string): AssistantMessage {
  return { id: `${role} ${content}`, role, content, timestamp: '2026-11-18T10:41:00.000Z', parts: [] }
}
const answer = (content: string, reading: Partial<Reading>): AssistantMessage => ({
  ...said('assistant', content),
  reading: { ...READING, ...reading },
})

let leave: () => void
afterEach(() => leave())

const onAsk = vi.fn()
const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => [] } } })

/** A conversation that shows what is asked in it, as the screen does. */
function Talk({ first, isAsking = false }: { first: AssistantMessage; isAsking?: boolean }) {
  const [messages, setMessages] = useState([said('user', 'The first question'), first])
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Conversation
          name="Assistant"
          messages={messages}
          isAsking={isAsking}
          soFar=""
          suggestions={[]}
          onAsk={(words, query) => {
            onAsk(words, query)
            setMessages((before) => [...before, said('user', words)])
          }}
          empty={null}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
}

function show(first: AssistantMessage, isAsking = false): void {
  onAsk.mockReset()
  leave = render(<Talk first={first} isAsking={isAsking} />)
}

const bubble = () => document.querySelectorAll<HTMLElement>('.bubble')[1]!
const button = (name: string) => {
  const all = [...document.querySelectorAll('button')]
  return all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
}
const press = (name: string) => act(() => button(name).click())
const focused = () => document.activeElement?.textContent ?? ''
const spoken = () => document.querySelector('[role=status]')?.textContent

test('a chip offers its other values; choosing one asks for it in words and as a query', () => {
  show(answer('5 open requests.', { query: QUERY }))
  expect([...document.querySelectorAll('.chip')].map((chip) => chip.textContent)).toEqual([
    'Status open',
    'Department Compliance',
    'Assigned to Ben Marlow',
  ])
  press('Department Compliance')
  const offered = [...document.querySelectorAll('[role=dialog] button')].map((one) => one.textContent)
  expect(offered).not.toContain('Compliance')
  expect(focused()).toBe(offered[0])
  press('Operations')
  expect(onAsk).toHaveBeenCalledExactlyOnceWith(
    'How many open requests in Operations assigned to Ben Marlow are there?',
    { ...QUERY, filter: { ...QUERY.filter, department: ['operations'] } },
  )
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(focused()).toContain('How many open requests in Operations')
})

test('a chip that is taken away asks without it, and the focus goes on to the new question', () => {
  show(answer('5 open requests.', { query: QUERY }))
  press('Remove filter Assigned to: Ben Marlow')
  const { assignee: _, ...filter } = QUERY.filter
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('How many open requests in Compliance are there?', { ...QUERY, filter })
  expect(focused()).toContain('How many open requests in Compliance are there?')
})

test('while an answer is on its way nothing in the conversation asks', () => {
  const choices = [{ label: 'What is overdue?', query: null }]
  show(answer('5 open requests.', { query: QUERY, choices }), true)
  press('Remove filter Department: Compliance')
  press('What is overdue?')
  expect(onAsk).not.toHaveBeenCalled()
})

test('omitted and corrected words are shown before the answer and announced', () => {
  show(
    answer('5 open requests.', {
      leftOut: ['by more than 2 weeks', 'please'],
      corrections: [{ typed: 'departmnt', read: 'department' }],
    }),
  )
  const notes = 'I left out “by more than 2 weeks” and “please”.Read “departmnt” as “department”.'
  expect(bubble().textContent).toBe(`${notes}5 open requests.`)
  expect(spoken()).toBe(
    'I left out “by more than 2 weeks” and “please”. Read “departmnt” as “department”. 5 open requests.',
  )
})

test('notes on the question that the answer itself contains are not repeated', () => {
  const content =
    'I left out “by far”, so this may be more than you asked for. I read “opn” as “open”. 5 open requests.'
  show(answer(content, { leftOut: ['by far'], corrections: [{ typed: 'opn', read: 'open' }] }))
  expect(bubble().textContent).toBe(content)
})

test('asking back offers complete questions, each asked as it is meant', () => {
  const choices = [
    { label: 'How many open requests are there?', query: { measure: 'count', filter: { status: ['pending'] } } },
    { label: 'How do I cancel a request?', query: null },
  ] satisfies Reading['choices']
  show(answer('Did you mean one of these?', { outcome: 'asked-back', choices }))
  const list = document.querySelector('ul[aria-label="Did you mean"]')!
  expect([...list.querySelectorAll('button')].map((one) => one.textContent)).toEqual(choices.map(({ label }) => label))
  press('How many open requests are there?')
  expect(onAsk).toHaveBeenLastCalledWith('How many open requests are there?', choices[0]?.query)
  expect(focused()).toContain('How many open requests are there?')
  press('How do I cancel a request?')
  expect(onAsk).toHaveBeenLastCalledWith('How do I cancel a request?', null)
})

test('a sentence in Arabic runs from right to left, is named as Arabic, and its buttons stay English', () => {
  const content = 'لا أفهم العربية بعد.'
  const choices = [{ label: 'What is overdue?', query: null }]
  show(answer(content, { outcome: 'asked-back', language: { lang: 'ar', dir: 'rtl' }, choices }))
  expect(bubble().dir).toBe('rtl')
  const sentence = bubble().querySelector('p')!
  expect([sentence.lang, sentence.dir, sentence.textContent]).toEqual(['ar', 'rtl', content])
  expect(button('What is overdue?').dir).toBe('auto')
  expect(button('What is overdue?').closest('[lang=ar]')).toBeNull()
  expect(document.querySelector('[role=status] [lang=ar]')?.textContent).toBe(content)
})

test('an answer stored before readings were recorded is shown as before', () => {
  show(said('assistant', '5 open requests.'))
  expect(bubble().textContent).toBe('5 open requests.')
  expect(bubble().dir).toBe('')
  expect(document.querySelector('.understood, .choices')).toBeNull()
  expect(document.querySelectorAll('.message')[1]?.textContent).not.toContain('as of')
})

test('figures carry the day they were counted on', () => {
  show(answer('5 open requests.', { query: QUERY }))
  expect(document.querySelectorAll('.message')[1]?.textContent).toContain('as of 18 Nov 2026')
})

test('bars that repeat a table are drawn in it, with its headings and links', () => {
  const rows = [
    { cells: ['Operations', '12.5'], href: '/requests?department=operations' },
    { cells: ['Compliance', '–'], href: null },
  ]
  const parts: AnswerPart[] = [
    { kind: 'table', caption: 'Median age', columns: ['Department', 'Median days'], rows },
    {
      kind: 'bars',
      caption: 'Median age',
      bars: [
        { label: 'Operations', value: 12.5, href: null },
        { label: 'Compliance', value: 0, href: null },
      ],
    },
  ]
  show({ ...said('assistant', 'Operations is oldest.'), parts })
  expect(document.querySelectorAll('table')).toHaveLength(1)
  expect(document.querySelector('figure')).toBeNull()
  expect([...document.querySelectorAll('th.numeric')].map((head) => head.textContent)).toEqual(['Median days'])
  expect([...document.querySelectorAll('td.numeric')].map((cell) => cell.textContent)).toEqual(['12.5', '–'])
  expect([...document.querySelectorAll<HTMLElement>('.bar i')].map((bar) => bar.style.width)).toEqual(['100%', '0%'])
  expect(document.querySelector('td a')?.getAttribute('href')).toBe('/requests?department=operations')
})
