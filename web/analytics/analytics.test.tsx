import { expect, test } from 'vitest'
import { buildQueryClient } from '../client/query.ts'
import { analyticsScreens, button, press, sees, text, WEEK } from '../testing/analytics.tsx'
import { shows } from '../testing/part.tsx'
import { FLOW } from './example.ts'

const screens = analyticsScreens()
const link = (name: string) => document.querySelector(`a[aria-label="${name}"]`)?.getAttribute('href')

test('five figures say how they have changed and open their requests, and each panel says what it shows', async () => {
  screens.open(`/analytics?${WEEK}`)
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
  screens.open(`/analytics?${WEEK}`)
  await sees('3 days shorter')
  const later = Promise.withResolvers<unknown>()
  screens.answers[`flow?${WEEK}&days=calendar&priority=high`] = later.promise
  press(button('Priorities: All priorities'))
  press(document.querySelector('input[type=checkbox][aria-label=High]')!)
  expect(button('Priorities: High')).toBeDefined()
  await shows(() => expect(document.querySelector('[aria-busy=true] [data-summary]')).not.toBeNull())
  await shows(() => expect(window.location.search).toBe(`?${WEEK}&priority=high`))
  expect(text()).toContain('3 days shorter')
  // The panels' own requests would only delay the figures.
  expect(screens.asked.filter((call) => call.includes('priority=high'))).toEqual([
    `/api/analytics/flow?${WEEK}&days=calendar&priority=high`,
  ])
  later.resolve({ ...FLOW, summary: { ...FLOW.summary, medianCycle: { value: 20, before: 13 } } })
  await sees('7 days longer')
  expect(document.querySelector('[aria-busy=true] [data-summary]')).toBeNull()
  // The forecast call has the filter as well, and no period.
  expect(screens.asked).toContain('/api/analytics/forecast?priority=high')
})

test('departments are asked for once, in whatever order they are chosen', async () => {
  screens.open(`/analytics?${WEEK}`)
  await sees('3 days shorter')
  press(button('Departments: All departments'))
  const boxes = [...document.querySelectorAll('[role=dialog][aria-label=Departments] input[type=checkbox]')]
  press(boxes[2]!)
  press(boxes[0]!)
  await shows(() => expect(screens.asked.some((call) => call.includes('/forecast?department='))).toBe(true))
  await shows(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  const calls = screens.asked.filter((call) => call.startsWith('/api/analytics/flow') && call.includes('%2C'))
  expect(calls).toHaveLength(1)
})

test('a refused filter is named and can be dropped', async () => {
  const refusal = {
    error: 'Bad',
    code: 'bad-input',
    details: [{ path: 'to', message: 'The period can be ten years at most' }],
  }
  screens.answers['flow?from=1990-01-01&to=2026-11-22&days=calendar'] = Response.json(refusal, { status: 400 })
  screens.open('/analytics?from=1990-01-01&to=2026-11-22')
  await sees('These filters cannot be used', 'The period can be ten years at most')
  press(button('Reset filters'))
  await sees('3 days shorter')
  await shows(() => expect(window.location.search).toBe(''))
})

test('figures that do not come can be asked for again', async () => {
  delete screens.answers['flow']
  screens.open('/analytics')
  await sees('The figures could not be loaded')
  screens.answers['flow'] = FLOW
  press(button('Try again'))
  await sees('3 days shorter')
})

test('while the server reads the history the page says so, and the figures appear without a reload', async () => {
  const reading = { error: 'The history of all requests is being read.', code: 'history-loading' }
  screens.answers['flow'] = Response.json(reading, { status: 503 })
  const client = buildQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  screens.open('/analytics', undefined, client)
  await sees('The figures will appear automatically.')
  // More requests than the retries of an ordinary failure.
  await shows(() =>
    expect(screens.asked.filter((call) => call.startsWith('/api/analytics/flow')).length).toBeGreaterThan(5),
  )
  expect(text()).toContain('The figures will appear automatically.')
  screens.answers['flow'] = FLOW
  await sees('3 days shorter')
  expect(text()).not.toContain('will appear automatically')
})

test('an office without requests sees a note, and filters that match none can be dropped', async () => {
  screens.answers['flow'] = { ...FLOW, requests: 0 }
  screens.open('/analytics')
  await sees('Nothing to count yet')
  expect(text()).not.toContain('New RFD Request')
  screens.leave()
  screens.open('/analytics', ['analytics.view', 'requests.create'])
  await sees('Nothing to count yet', 'New RFD Request')
  screens.leave()
  screens.open('/analytics?priority=low')
  await sees('No request matches these filters')
  screens.answers['flow'] = FLOW
  press(button('Reset filters'))
  await sees('3 days shorter')
})

test('few requests are called a hint', async () => {
  screens.answers['flow'] = {
    ...FLOW,
    cycle: { ...FLOW.cycle, count: 1, isSmall: true },
    lead: { ...FLOW.lead, count: 1, isSmall: true },
  }
  screens.open('/analytics')
  await sees('Only 1 request: too few to be more than a hint.')
})

test('without the permission for analytics the reason is shown, and nothing is requested', async () => {
  screens.open('/analytics', [])
  await sees('Access restricted', 'Analytics is only available to managers and administrators.')
  expect(screens.asked.filter((call) => call.startsWith('/api/analytics'))).toEqual([])
  screens.leave()
  screens.open('/analytics/rows?mark=open', [])
  await sees('Access restricted')
  expect(screens.asked.filter((call) => call.startsWith('/api/analytics'))).toEqual([])
})
