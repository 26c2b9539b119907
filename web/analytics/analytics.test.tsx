import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import type { Permission } from '../../shared/permissions.ts'
import { endSession, startSession } from '../client/session.ts'
import { buildQueryClient, readByKey } from '../client/query.ts'
import { shows } from '../testing/part.tsx'
import { render, type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import AnalyticsPage from './AnalyticsPage.tsx'
import { FLOW } from './example.ts'
import RowsPage from './RowsPage.tsx'
import { WHAT_IF } from './what-if/example.ts'

const TOO_LITTLE = { kind: 'too-little', asOf: FLOW.asOf, days: 3, closed: 2, needs: { days: 28, closed: 30 } }
const MOVE = {
  id: 'a',
  requestId: 'RFD-2026-0007',
  title: 'Gate pass',
  at: '2026-11-20T09:00:00.000Z',
  by: { firstName: 'Ben', lastName: 'Manages' },
  from: '2026-11-18',
  to: '2026-11-30',
  reason: null,
  wasLate: true,
  status: 'pending',
}

let asked: string[]
/** Answers by the path of the call and, where they differ by it, its query. */
let answers: Record<string, unknown>
let leave: () => void

beforeEach(() => {
  asked = []
  answers = {
    flow: FLOW,
    forecast: TOO_LITTLE,
    'what-if': WHAT_IF,
    promises: { asOf: FLOW.asOf, total: 1, moves: [MOVE] },
  }
  vi.stubGlobal('fetch', async (address: URL) => {
    const { pathname, search } = new URL(address, 'http://office.example')
    asked.push(pathname + search)
    const name = pathname.replace('/api/analytics/', '')
    const answer = await Promise.resolve(answers[name + search] ?? answers[name])
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? new Response('{"error":"Sorry"}', { status: 500 }) : Response.json(answer)
  })
})
afterEach(() => {
  leave()
  act(() => endSession('signed-out'))
  vi.unstubAllGlobals()
})

function open(
  address: string,
  permissions: Permission[] = ['analytics.view', 'reports.export'],
  client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } }),
) {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })
  window.history.replaceState(null, '', address)
  leave = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Routes>
          <Route path="/analytics" element={<AnalyticsPage />} />
          <Route path="/analytics/rows" element={<RowsPage />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

const text = () => document.body.textContent
const sees = (...words: string[]) =>
  shows(() => {
    for (const word of words) expect(text()).toContain(word)
  })
const link = (name: string) => document.querySelector(`a[aria-label="${name}"]`)?.getAttribute('href')
/** By its name; a button that can be busy holds the words for that, too. */
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  )!
const press = (element: Element) => act(() => (element as HTMLElement).click())
const WEEK = 'from=2026-11-16&to=2026-11-22'

test('five figures say how they have changed and open their requests, and each panel says what it shows', async () => {
  open(`/analytics?${WEEK}`)
  await sees('Median cycle time', '3 days shorter', '6 points', '9 more than before', '3 above the 85% line')
  await sees('The backlog grew by 6', '78% kept their last promise, but only 60% their first', 'One due date was moved')
  expect(text()).toContain('16–22 Nov 2026, compared with 9–15 Nov 2026 · calendar days · as of 09:14')
  expect(link('Median cycle time: 10 days')).toBe(`/analytics/rows?${WEEK}&days=calendar&mark=finished&measure=cycle`)
  expect(link('Kept first promise: 16 missed')).toContain('mark=missed-first')
  expect(text()).toContain('Net +6 in the period: 15 arrived − 9 closed + 0 reopened; 0 in the one before')
  const parts = [...document.querySelectorAll('footer a')].map((part) => [part.textContent, part.getAttribute('href')])
  for (const [words, mark] of [
    ['15 arrived', 'arrived'],
    ['9 closed', 'closings'],
    ['0 reopened', 'reopenings'],
  ])
    expect(parts).toContainEqual([words, `/analytics/rows?${WEEK}&mark=${mark}`])
  expect(link('Operations: 2 in progress')).toContain('status=in_progress')
  expect(link('Operations: 1 overdue')).toContain('mark=overdue')
  expect(link('Operations: median cycle time 4 days')).toContain('mark=finished&measure=cycle')
  expect(text()).toContain('Ben Manages')
  expect(text()).toContain('12 days later')
  expect(text()).toContain('None given')
  expect(button('Export promise ledger')).toBeDefined()
})

test('a filter goes into the address, and the figures stay until those of the filter are there', async () => {
  open(`/analytics?${WEEK}`)
  await sees('3 days shorter')
  const later = Promise.withResolvers<unknown>()
  answers[`flow?${WEEK}&days=calendar&priority=high`] = later.promise
  press(button('Priorities: All priorities'))
  press(document.querySelector('input[type=checkbox][aria-label=High]')!)
  expect(window.location.search).toBe(`?${WEEK}&priority=high`)
  expect(button('Priorities: High')).toBeDefined()
  await shows(() => expect(document.querySelector('[aria-busy=true] [data-summary]')).not.toBeNull())
  expect(text()).toContain('3 days shorter')
  // What panels ask for would only keep the figures waiting.
  expect(asked.filter((call) => call.includes('priority=high'))).toEqual([
    `/api/analytics/flow?${WEEK}&days=calendar&priority=high`,
  ])
  later.resolve({ ...FLOW, summary: { ...FLOW.summary, medianCycle: { value: 20, before: 13 } } })
  await sees('7 days longer')
  expect(document.querySelector('[aria-busy=true] [data-summary]')).toBeNull()
  // The call for what looks ahead has the filter, too, and no period.
  expect(asked).toContain('/api/analytics/forecast?priority=high')
})

test('a refused filter is named and can be dropped', async () => {
  const refusal = {
    error: 'Bad',
    code: 'bad-input',
    details: [{ path: 'to', message: 'The period can be ten years at most' }],
  }
  answers['flow?from=1990-01-01&to=2026-11-22&days=calendar'] = Response.json(refusal, { status: 400 })
  open('/analytics?from=1990-01-01&to=2026-11-22')
  await sees('These filters cannot be used', 'The period can be ten years at most')
  press(button('Reset filters'))
  await sees('3 days shorter')
  expect(window.location.search).toBe('')
})

test('figures that do not come can be asked for again', async () => {
  delete answers['flow']
  open('/analytics')
  await sees('The figures could not be loaded')
  answers['flow'] = FLOW
  press(button('Try again'))
  await sees('3 days shorter')
})

test('while the server reads the history that is said, and the figures come by themselves', async () => {
  const reading = { error: 'The history of all requests is being read.', code: 'history-loading' }
  answers['flow'] = Response.json(reading, { status: 503 })
  const client = buildQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  open('/analytics', undefined, client)
  await sees('The figures will appear by themselves.')
  // More often than a failure is tried again.
  await shows(() => expect(asked.filter((call) => call.startsWith('/api/analytics/flow')).length).toBeGreaterThan(5))
  expect(text()).toContain('The figures will appear by themselves.')
  answers['flow'] = FLOW
  await sees('3 days shorter')
  expect(text()).not.toContain('will appear by themselves')
})

test('an office without requests is told so, and filters that leave none can be dropped', async () => {
  answers['flow'] = { ...FLOW, requests: 0 }
  open('/analytics')
  await sees('Nothing to count yet')
  leave()
  open('/analytics?priority=low')
  await sees('No request matches these filters')
  answers['flow'] = FLOW
  press(button('Reset filters'))
  await sees('3 days shorter')
})

test('few requests are called a hint', async () => {
  answers['flow'] = {
    ...FLOW,
    cycle: { ...FLOW.cycle, count: 1, isSmall: true },
    lead: { ...FLOW.lead, count: 1, isSmall: true },
  }
  open('/analytics')
  await sees('Only 1 request: too few to be more than a hint.')
})

test('who may not see analytics reads why, and nothing is asked for', async () => {
  open('/analytics', [])
  await sees('Access restricted', 'Analytics is only available to managers and administrators.')
  expect(asked.filter((call) => call.startsWith('/api/analytics'))).toEqual([])
  leave()
  open('/analytics/rows?mark=open', [])
  await sees('Access restricted')
  expect(asked.filter((call) => call.startsWith('/api/analytics'))).toEqual([])
})

test('a what-if goes into the address and is answered in a sentence, with who finishes later', async () => {
  open('/analytics')
  await sees('Change one of these')
  expect(asked.some((call) => call.includes('what-if'))).toBe(false)
  const people = [...document.querySelectorAll('label')].find((label) => label.textContent === 'People')!
  type(document.getElementById(people.htmlFor) as HTMLInputElement, '150')
  await sees('With 150% of the people, all 12 requests open now are likely closed by 3 Dec 2026, 10 days earlier')
  expect(window.location.search).toBe('?people=150')
  expect(text()).toContain('1 request of 12 would finish later')
  expect(text()).toContain('20% → 70%')
  expect(text()).toContain('These days differ from those of the forecast.')
  press(button('As it is'))
  await sees('Change one of these')
  expect(window.location.search).toBe('')
})

test('what is no number stays in its field and asks for nothing', async () => {
  open('/analytics')
  await sees('Change one of these')
  const people = [...document.querySelectorAll('label')].find((label) => label.textContent === 'People')!
  type(document.getElementById(people.htmlFor) as HTMLInputElement, 'many')
  await sees('A whole number from 0 to 1,000')
  expect(window.location.search).toBe('')
})

test('too little history is said in words, and a request that is gone can be replaced', async () => {
  answers['what-if'] = TOO_LITTLE
  open('/analytics?limit=5')
  await sees('Too little history', 'So far there are 3 days and 2 requests.')
  leave()
  const gone = { error: 'There is no such request.', code: 'not-found', details: [] }
  answers['what-if'] = Response.json(gone, { status: 404 })
  open('/analytics?pull=RFD-2026-9999')
  await sees('This request cannot be pulled forward', 'There is no such request.')
  press(button('Choose another'))
  expect(window.location.search).toBe('')
})

const ROW: Partial<FlowRows['requests'][number]> = {
  id: 'a',
  requestId: 'RFD-2026-0007',
  title: 'Gate pass',
  department: 'operations',
  priority: 'high',
  status: 'completed',
  dueDate: '2026-11-30',
  assignedTo: null,
  value: 34.5,
  finishedOn: '2026-11-20',
  happenedOn: null,
}

test('the rows of a figure have its definition, each opens its request, and all come as CSV', async () => {
  const question = `mark=finished&${WEEK}&days=working&measure=cycle&min=30&priority=high`
  answers['rows'] = { asOf: FLOW.asOf, total: 1284, requests: [ROW] }
  open(`/analytics/rows?${question}`)
  await sees('Requests finished, 16–22 Nov 2026, cycle time above 30 days', '1,284 requests', '35 d', 'Gate pass')
  expect(text()).toContain('Counted in working days.')
  expect(document.querySelector('[data-opens=a]')?.getAttribute('href')).toBe('/requests/a')
  // Back to the screen with the filters that the question has.
  expect(document.querySelector('.way-back a')?.getAttribute('href')).toBe(
    `/analytics?${WEEK}&days=working&priority=high`,
  )
  answers['rows.csv'] = new Response('a,b', {
    headers: { 'Content-Disposition': 'attachment; filename="Figures.csv"' },
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  expect(button('Other formats')).toBeDefined()
  press(button('Download CSV'))
  await shows(() => expect(saved).toEqual(['Figures.csv']))
  vi.restoreAllMocks()
  expect(asked.findLast((call) => call.includes('rows.csv'))).not.toContain('page')
})

test('a request that was closed twice has a row for each closing, with its day', async () => {
  const closing = (happenedOn: string) => ({ ...ROW, value: null, happenedOn })
  answers['rows'] = { asOf: FLOW.asOf, total: 2, requests: [closing('2026-11-20'), closing('2026-11-17')] }
  open(`/analytics/rows?mark=closings&${WEEK}`)
  await sees('Closings, 16–22 Nov 2026', '2 closings', 'Gate pass')
  const days = [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td:last-child')?.textContent)
  expect(days).toEqual(['20 Nov 2026', '17 Nov 2026'])
})

test('who may not export has no way to a file of the rows', async () => {
  answers['rows'] = { asOf: FLOW.asOf, total: 1, requests: [ROW] }
  open('/analytics/rows?mark=open', ['analytics.view'])
  await sees('Gate pass')
  expect(button('Download CSV')).toBeUndefined()
  expect(button('Other formats')).toBeUndefined()
})

test('a question that cannot be answered is named', async () => {
  const refusal = { error: 'Bad', code: 'bad-input', details: [{ path: 'min', message: 'must be a number of days' }] }
  answers['rows'] = Response.json(refusal, { status: 400 })
  open('/analytics/rows?mark=open&min=long')
  await sees('This address is no question that can be answered', 'must be a number of days')
})
