import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch, BatchItem } from '../../../shared/ai-batches.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { readByKey } from '../../client/query.ts'
import { startSession } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { BatchPolling } from './batch-polling.ts'
import { BatchReview } from './BatchReview.tsx'
import BatchTab from './BatchTab.tsx'
import { useItems } from './use-items.ts'

const BATCH: Batch = {
  id: 'b1',
  createdAt: '2026-11-20T09:00:00.000Z',
  state: 'finished',
  total: 11,
  done: 11,
  undecided: 11,
}
const row = (itemId: number): BatchItem => ({
  itemId,
  id: `r${itemId}`,
  requestId: `RFD-2026-${1000 + itemId}`,
  title: 'Print the seal number on the gate pass',
  status: 'pending',
  current: { priority: 'low', department: 'it' },
  suggested: {
    suggestionId: `s${itemId}`,
    priority: 'high',
    department: 'operations',
    departmentNote: null,
    developmentType: 'Backend',
    confidence: 0.9,
  },
  time: null,
  decision: null,
  undone: false,
})

const SUGGESTION = {
  suggestionId: 's1',
  suggestedAt: '2026-11-20T09:00:00.000Z',
  decided: [],
  priority: 'high',
  developmentType: 'Backend',
  responsibleDepartment: 'operations',
  confidence: 0.44,
  reasoning: '',
  words: [],
  engine: { name: 'Local engine', version: '1.6', learnedFrom: 100 },
  fields: {
    priority: {
      value: 'high',
      probability: 0.81,
      certain: true,
      missing: null,
      because: 'Nobody can leave the port.',
      alternatives: [],
    },
    developmentType: { value: 'Backend', probability: 0.6, certain: true, missing: null, alternatives: [] },
    responsibleDepartment: { value: 'operations', probability: 0.44, certain: false, missing: null, alternatives: [] },
  },
}

let leave: () => void
let batches: Batch[]
/** Number of undecided rows. */
let left: number
/** Queries of the requests for rows. */
let queries: URLSearchParams[]
let change: (item: BatchItem) => BatchItem
/** Decisions that were sent. */
let sent: object[]

const signIn = (permissions: Permission[]) =>
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })

beforeEach(() => {
  signIn(['ai.batch', 'requests.edit'])
  batches = [BATCH]
  left = 11
  queries = []
  sent = []
  change = (item) => item
  vi.stubGlobal('fetch', async ({ pathname, searchParams }: URL, init?: RequestInit) => {
    if (pathname.endsWith('/decisions')) {
      sent.push(JSON.parse(String(init?.body)))
      return Response.json([{ itemId: 1, ok: true, error: null }])
    }
    if (pathname.startsWith('/api/ai/classification/')) return Response.json(SUGGESTION)
    if (pathname === '/api/ai/batches') return Response.json(batches)
    if (!pathname.endsWith('/items')) return Response.json([])
    queries.push(searchParams)
    const page = Number(searchParams.get('page'))
    const agrees = searchParams.get('differs') === 'false'
    const rows = Array.from({ length: agrees ? 3 : left }, (_, i) => change(row(i + 1)))
    const counts = { differ: left, agree: 3, sure: left > 5 ? 2 : 0 }
    return Response.json({ items: rows.slice((page - 1) * 10, page * 10), total: rows.length, counts })
  })
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent ?? ''
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
}
async function press(name: string): Promise<void> {
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())
  await settle()
}

function Review() {
  const [polling] = useState(() => new BatchPolling())
  return <BatchReview batch={BATCH} items={useItems(BATCH, polling)} />
}

let client: QueryClient
async function open(screen: ReactNode = <Review />): Promise<void> {
  client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })
  leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
  await settle()
}
const button = (label: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
async function key(pressed: string, repeat = false): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key: pressed, repeat, bubbles: true, cancelable: true })
  act(() => void document.activeElement!.dispatchEvent(event))
  await settle()
  return event
}

test('a page whose rows were all decided elsewhere does not say that nothing is left to review', async () => {
  await open()
  left = 10
  await press('Next')
  expect(text()).toContain('Nothing left on this page')
  await press('Go to the first page')
  expect(text()).toContain('RFD-2026-1001')
  left = 0
  await act(() => client.invalidateQueries())
  await settle()
  expect(text()).toContain('Nothing left to review')
  await press('Show the 3 that agree')
  expect(queries.at(-1)!.get('differs')).toBe('false')
  expect(text()).toContain('RFD-2026-1003')
})

test('a row in which nothing differs asks for no decision, and can be corrected', async () => {
  change = (item) => ({ ...item, current: { priority: 'high', department: 'operations' } })
  await open()
  expect(text()).toContain('Nothing to change')
  expect(button('Accept RFD-2026-1001')).toBeNull()
  expect(button('Skip RFD-2026-1001')).toBeNull()
  expect(button('Correct RFD-2026-1001')).not.toBeNull()
})

test('all above 80% can be accepted only where there are any', async () => {
  await open()
  expect(text()).toContain('Accept all above 80%')
  left = 4
  await act(() => client.invalidateQueries())
  await settle()
  expect(text()).not.toContain('Accept all above 80%')
})

test('accepting all above 80% says how many first, and the focus follows', async () => {
  await open()
  const focused = () => document.activeElement?.textContent
  const pressFocused = async (name: string) => {
    act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.focus())
    await press(name)
  }
  await pressFocused('Accept all above 80%')
  expect(focused()).toBe('10 requests are above 80%.')
  await pressFocused('Cancel')
  expect(focused()).toBe('Accept all above 80%')
  await pressFocused('Accept all above 80%')
  left = 0
  await pressFocused('Accept 10 requests')
  expect((sent[0] as { items: object[] }).items).toHaveLength(10)
  expect(focused()).toBe('Suggestions')
})

test('a key held down decides one row only', async () => {
  await open()
  act(() => button('Accept RFD-2026-1001')!.focus())
  await key('a', true)
  expect(sent).toEqual([])
  expect((await key('Enter', true)).defaultPrevented).toBe(true)
  await key('a')
  expect(sent).toHaveLength(1)
})

test('the letters and arrows of the row that has the focus decide, explain and go on', async () => {
  await open()
  act(() => button('Accept RFD-2026-1001')!.focus())
  await key('ArrowDown')
  expect(document.activeElement).toBe(button('Accept RFD-2026-1002'))
  await key('ArrowUp')
  await key('ArrowUp')
  expect(document.activeElement).toBe(button('Accept RFD-2026-1001'))
  await key('w')
  expect(text()).toContain('Is Low right? High fits better (81% sure): nobody can leave the port.')
  expect(text()).toContain('Is IT Development right? Perhaps Operations, but that is only a guess (44%)')
  await key('w')
  expect(text()).not.toContain('Is Low right?')
  await key('A')
  expect(sent).toEqual([{ items: [{ itemId: 1, decision: 'accept' }] }])
  act(() => button('Correct RFD-2026-1002')!.focus())
  await key('c')
  expect(button('Correct RFD-2026-1002')!.getAttribute('aria-expanded')).toBe('true')
  // Letters typed inside a correction go to its lists.
  await key('s')
  expect(sent).toHaveLength(1)
  await key('Escape')
  expect(document.querySelector('[role=group][aria-label="Correct RFD-2026-1002"]')).toBeNull()
  expect(document.activeElement).toBe(button('Correct RFD-2026-1002'))
})

test('the rows stay those of a table where a style sheet stacks them', async () => {
  await open()
  const table = document.querySelector('table')!
  expect(table.getAttribute('role')).toBe('table')
  for (const [tag, role] of Object.entries({ tr: 'row', td: 'cell', thead: 'rowgroup', tbody: 'rowgroup' }))
    for (const part of table.querySelectorAll(tag)) expect(part.getAttribute('role'), tag).toBe(role)
  for (const head of table.querySelectorAll('th')) expect(head.getAttribute('role')).toMatch(/^(?:column|row)header$/)
})

test('rows that differ alike stand under one heading', async () => {
  change = (item) => ({
    ...item,
    current: {
      priority: item.itemId < 5 ? 'low' : 'high',
      department: item.itemId < 3 || item.itemId >= 5 ? 'it' : 'operations',
    },
  })
  await open()
  const order = document.querySelector<HTMLButtonElement>('[aria-label="Order"]')!
  act(() => order.click())
  await settle()
  act(() =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')]
      .find((one) => one.textContent === 'By what differs')!
      .click(),
  )
  await settle()
  expect(queries.at(-1)!.get('sort')).toBe('difference')
  const headings = [...document.querySelectorAll('[data-group]')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Priority and department differ', 'Priority differs', 'Department differs'])
})

test('a row says that its suggested department has been retired since', async () => {
  const departmentNote = 'Operations, which was suggested, has been retired since, so no department is suggested now.'
  change = (item) => ({
    ...item,
    suggested: { ...item.suggested!, department: item.current.department, departmentNote },
  })
  left = 1
  await open()
  const cell = document.querySelector('td[data-label=Department]')!
  expect(cell.textContent).toContain(departmentNote)
  expect(cell.textContent).not.toContain('becomes')
})

test('without the permission to edit requests nothing can be started, decided or undone', async () => {
  change = (item) => (item.itemId === 2 ? { ...item, decision: 'accept' } : item)
  const offered = () =>
    [...document.querySelectorAll('button')]
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
      .filter((name) => /^((Accept|Correct|Skip|Undo) RFD|Accept all|Analyze|Run AI)/.test(name))
  await open(<BatchTab />)
  expect(offered()).toEqual(expect.arrayContaining(['Analyze again', 'Accept RFD-2026-1001', 'Undo RFD-2026-1002']))
  leave()
  signIn(['ai.batch'])
  await open(<BatchTab />)
  expect(text()).toContain('Your role cannot edit requests')
  expect(text()).toContain('RFD-2026-1001')
  expect(offered()).toEqual([])
  leave()
  batches = []
  await open(<BatchTab />)
  expect(text()).toContain('Your role cannot edit requests')
  expect(offered()).toEqual([])
})
