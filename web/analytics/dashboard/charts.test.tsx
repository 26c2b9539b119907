import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { STATS } from './example.ts'
import { StatCards } from './StatCards.tsx'
import { StatusChart } from './StatusChart.tsx'
import { VolumeChart } from './VolumeChart.tsx'

const DISTRIBUTION: StatusDistribution = [
  { status: 'pending', count: 37, change30Days: -3 },
  { status: 'in_progress', count: 64, change30Days: -16 },
  { status: 'completed', count: 1098, change30Days: 139 },
  { status: 'rejected', count: 52, change30Days: 4 },
  { status: 'cancelled', count: 0, change30Days: 0 },
]
const WEEKS: Volume = {
  range: '6m',
  unit: 'week',
  buckets: [
    { start: '2026-11-02', end: '2026-11-08', created: 34, completed: 37 },
    { start: '2026-11-09', end: '2026-11-15', created: 29, completed: 36 },
    { start: '2026-11-16', end: '2026-11-22', created: 18, completed: 0 },
  ],
}
const DAYS: Volume = {
  range: '30d',
  unit: 'day',
  buckets: [{ start: '2026-11-18', end: '2026-11-18', created: 3, completed: 1 }],
}
const OFFICE: Record<string, unknown> = {
  '/api/dashboard/stats': STATS,
  '/api/dashboard/status-distribution': DISTRIBUTION,
  '/api/dashboard/volume?range=6m': WEEKS,
  '/api/dashboard/volume?range=30d': DAYS,
}

let root: Root
let page: HTMLElement
/** Answers of the server by path; a missing one is a failure. */
let answers: Record<string, unknown>

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

beforeEach(() => {
  // React requires this flag for `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  page = document.body.appendChild(document.createElement('main'))
  root = createRoot(page)
  answers = { ...OFFICE }
})
afterEach(() => {
  act(() => root.unmount())
  page.remove()
})

async function settle() {
  await act(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
  })
}

async function show(part: ReactNode, at = '/dashboard') {
  window.history.replaceState(null, '', at)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        queryFn: ({ queryKey }) => {
          const path = queryKey.join('/')
          if (!(path in answers)) throw new Error('500: The server could not answer')
          return answers[path]
        },
      },
    },
  })
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <BrowserRouter>
          {part}
          <Where />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  )
  await settle()
}

const all = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)]
const one = (selector: string) => {
  const [element] = all(selector)
  if (!element) throw new Error(`Nothing matches ${selector}`)
  return element
}
const button = (name: string) => {
  const match = all('button').find((candidate) => candidate.textContent?.includes(name))
  if (!match) throw new Error(`No button ${name}`)
  return match
}
const rows = () => all('tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))
const press = async (element: Element, key: string) => {
  await act(async () => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
}
const click = async (element: HTMLElement) => {
  await act(async () => element.click())
  await settle()
}

test('the four cards open the rows they count', async () => {
  await show(<StatCards cards={['total', 'pending-review', 'completed', 'overdue']} />)
  expect(all('a').map((card) => [card.querySelector('.caption')?.textContent, card.getAttribute('href')])).toEqual([
    ['Total Requests', '/requests'],
    ['Pending Review', '/requests?status=pending'],
    ['Completed', '/requests?status=completed'],
    ['Overdue', '/requests?overdue=true'],
  ])
  expect(all('.value').map((value) => value.textContent)).toEqual(['1,284', '37', '1,098', '9'])
  expect(one('.sparkline').getAttribute('aria-label')).toBe(
    'Created in each of the last 12 weeks: 21, 25, 30, 34, 26, 29, 36, 31, 27, 33, 38, 30',
  )
})

test('a figure that the answer lacks is 0', async () => {
  answers['/api/dashboard/stats'] = {}
  await show(<StatCards cards={['total', 'pending-review', 'completed', 'overdue']} />)
  expect(all('.value').map((value) => value.textContent)).toEqual(['0', '0', '0', '0'])
})

test('cards without figures yet keep their names and links', async () => {
  answers['/api/dashboard/stats'] = new Promise(() => {})
  await show(<StatCards cards={['total', 'pending-review', 'completed', 'overdue']} />)
  expect(all('a .caption').map((label) => label.textContent)).toEqual([
    'Total Requests',
    'Pending Review',
    'Completed',
    'Overdue',
  ])
  expect(all('.skeleton').length).toBeGreaterThan(0)
})

test('each part that cannot be fetched says so in its place and can be tried again', async () => {
  answers = {}
  await show(
    <>
      <StatCards cards={['total', 'pending-review', 'completed', 'overdue']} />
      <StatusChart />
      <VolumeChart />
    </>,
  )
  expect(all('[role=alert] b').map((title) => title.textContent)).toEqual([
    'Failed to fetch stats',
    'Failed to fetch status distribution',
    'Failed to fetch volume data',
  ])
  answers = { ...OFFICE }
  for (const retry of all('[role=alert] button')) await click(retry)
  expect(all('[role=alert]')).toEqual([])
  expect(all('.value')[0]?.textContent).toBe('1,284')
})

test('offline, a note replaces a chart that was never loaded', async () => {
  onlineManager.setOnline(false)
  await show(<StatusChart />)
  expect(page.textContent).toContain('Requests by status were not loaded before you went offline.')
  onlineManager.setOnline(true)
  await settle()
  expect(all('tbody tr')).toHaveLength(5)
})

test('the status table says the same as its bar, and both open the rows', async () => {
  await show(<StatusChart />)
  expect(one('h2').textContent).toBe('101 of 1,251 are open, 19 fewer than 30 days ago')
  expect(rows()).toEqual([
    ['Pending Review', '37', '3.0%', '−3'],
    ['In Progress', '64', '5.1%', '−16'],
    ['Completed', '1,098', '87.8%', '+139'],
    ['Rejected', '52', '4.2%', '+4'],
    ['Cancelled', '0', '0.0%', '0'],
  ])
  expect(all('.stacked a').map((part) => [part.getAttribute('aria-label'), part.getAttribute('href')])).toEqual([
    ['Pending Review: 37, 3.0%', '/requests?status=pending'],
    ['In Progress: 64, 5.1%', '/requests?status=in_progress'],
    ['Completed: 1,098, 87.8%', '/requests?status=completed'],
    ['Rejected: 52, 4.2%', '/requests?status=rejected'],
  ])
})

test('the bar of shares is one stop for the Tab key, at first its largest part, and arrows walk over it', async () => {
  await show(<StatusChart />)
  const stops = () => all('.stacked a').filter((part) => part.getAttribute('tabindex') === '0')
  expect(stops().map((part) => part.getAttribute('aria-label'))).toEqual(['Completed: 1,098, 87.8%'])
  act(() => stops()[0]?.focus())
  for (const [key, label] of [
    ['ArrowRight', 'Rejected: 52, 4.2%'],
    ['ArrowRight', 'Rejected: 52, 4.2%'],
    ['Home', 'Pending Review: 37, 3.0%'],
    ['ArrowLeft', 'Pending Review: 37, 3.0%'],
  ] as const) {
    await press(document.activeElement ?? page, key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(label)
    expect(stops()).toEqual([document.activeElement])
  }
})

test('every bar of the volume chart has a name with its value and opens its rows', async () => {
  await show(<VolumeChart />)
  expect(one('h2').textContent).toBe('8 more created than finished in the last 6 months')
  expect(all('.mark').map((mark) => [mark.getAttribute('aria-label'), mark.getAttribute('href')])).toEqual([
    ['Week of 2–8 Nov 2026: 34 created', '/requests?createdFrom=2026-11-02&createdTo=2026-11-08'],
    ['Week of 2–8 Nov 2026: 37 finished', '/requests?completedFrom=2026-11-02&completedTo=2026-11-08'],
    ['Week of 9–15 Nov 2026: 29 created', '/requests?createdFrom=2026-11-09&createdTo=2026-11-15'],
    ['Week of 9–15 Nov 2026: 36 finished', '/requests?completedFrom=2026-11-09&completedTo=2026-11-15'],
    ['Week of 16–22 Nov 2026: 18 created', '/requests?createdFrom=2026-11-16&createdTo=2026-11-22'],
    ['Week of 16–22 Nov 2026: 0 finished', '/requests?completedFrom=2026-11-16&completedTo=2026-11-22'],
  ])
})

test('a bar and a row of the table are called as they are written', async () => {
  const [week] = WEEKS.buckets
  answers['/api/dashboard/volume?range=6m'] = { ...WEEKS, buckets: [{ ...week, created: 1284, completed: 1098 }] }
  await show(<VolumeChart />)
  expect(all('.mark').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Week of 2–8 Nov 2026: 1,284 created',
    'Week of 2–8 Nov 2026: 1,098 finished',
  ])
  await click(button('Show as table'))
  for (const link of all('tbody a')) expect(link.getAttribute('aria-label')).toContain(link.textContent)
})

test('the volume table holds the figures and links of its chart, newest first', async () => {
  await show(<VolumeChart />)
  const marks = all('.mark').map((mark) => mark.getAttribute('href'))
  await click(button('Show as table'))
  expect(all('.mark')).toEqual([])
  expect(rows()).toEqual([
    ['Week of 16–22 Nov 2026 so far', '18', '0'],
    ['Week of 9–15 Nov 2026', '29', '36'],
    ['Week of 2–8 Nov 2026', '34', '37'],
  ])
  const cells = all('tbody a').map((link) => link.getAttribute('href'))
  expect(new Set(cells)).toEqual(new Set(marks))
  expect(cells).toHaveLength(6)
  await click(button('Show as chart'))
  expect(all('.mark')).toHaveLength(6)
})

test('the chart is one stop for the Tab key, and arrows walk over its bars', async () => {
  await show(<VolumeChart />)
  const stops = () => all('.mark').filter((mark) => mark.getAttribute('tabindex') === '0')
  expect(stops().map((mark) => mark.getAttribute('aria-label'))).toEqual(['Week of 16–22 Nov 2026: 18 created'])
  act(() => stops()[0]?.focus())
  const focused = async (key: string) => {
    await press(document.activeElement ?? page, key)
    expect(stops()).toEqual([document.activeElement])
    return document.activeElement?.getAttribute('aria-label')
  }
  expect(await focused('ArrowLeft')).toBe('Week of 9–15 Nov 2026: 29 created')
  expect(await focused('ArrowDown')).toBe('Week of 9–15 Nov 2026: 36 finished')
  expect(await focused('Home')).toBe('Week of 2–8 Nov 2026: 37 finished')
  expect(await focused('ArrowLeft')).toBe('Week of 2–8 Nov 2026: 37 finished')
  expect(await focused('ArrowUp')).toBe('Week of 2–8 Nov 2026: 34 created')
  expect(await focused('End')).toBe('Week of 16–22 Nov 2026: 18 created')
  expect(one('.chartTip').textContent).toBe('Week of 16–22 Nov 202618 created · 0 finishednot over yet')
  await press(document.activeElement ?? page, 'Escape')
  expect(all('.chartTip')).toEqual([])
})

test('the range switch is kept in the URL and changes the unit', async () => {
  await show(<VolumeChart />, '/dashboard?view=ai-analysis')
  await click(button('30 days'))
  expect(one('output').textContent).toBe('/dashboard?view=ai-analysis&range=30d')
  expect(one('figure p').textContent).toBe('Created and finished per day')
  expect(all('.mark')[0]?.getAttribute('aria-label')).toBe('18 Nov 2026: 3 created')
  await click(button('6 months'))
  expect(one('output').textContent).toBe('/dashboard?view=ai-analysis')
})

test('an unknown range in the URL is as if it were not there', async () => {
  await show(<VolumeChart />, '/dashboard?range=99y')
  expect(one('button[aria-pressed=true]').textContent).toBe('6 months')
})
