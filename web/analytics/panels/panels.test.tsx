import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Flow } from '../../../shared/analytics/flow.ts'
import type { Forecast } from '../../../shared/analytics/forecast.ts'
import { rowsTo } from '../api.ts'
import { AgeingPanel } from './AgeingPanel.tsx'
import { CumulativeFlowPanel } from './CumulativeFlowPanel.tsx'
import { CycleTimePanel } from './CycleTimePanel.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'

const PERIOD = { from: '2026-11-01', to: '2026-11-04' }
const lines = (p50: number) => ({ p50, p70: p50 + 2, p85: p50 + 4, p95: p50 + 8 })
const durations: Flow['lead'] = {
  count: 40,
  isSmall: false,
  percentiles: lines(16),
  before: { count: 40, percentiles: lines(19) },
  rows: '/api/analytics/rows?from=2026-11-01&to=2026-11-04&mark=finished&measure=cycle',
  scatter: {
    kind: 'points',
    number: [1, 2, 3],
    requestId: ['RFD-2026-0001', 'RFD-2026-0002', 'RFD-2026-0003'],
    day: [0, 2, 2],
    value: [3, 30, 12.34],
  },
}
const share: Flow['outcomes']['reopened'] = { count: 0, of: 0, before: { count: 0, of: 0 }, rows: '' }
const compared = { value: null, before: null }
const FLOW: Flow = {
  asOf: '2026-11-04T10:00:00Z',
  timeZone: 'UTC',
  period: PERIOD,
  before: { from: '2026-10-28', to: '2026-10-31' },
  days: 'calendar',
  requests: 60,
  summary: {
    completed: compared,
    completedPerWeek: 0,
    medianCycle: compared,
    keptLast: compared,
    open: 5,
    openAbove85: 2,
    firstAnswer: compared,
  },
  lead: { ...durations, percentiles: lines(23) },
  cycle: durations,
  cumulative: {
    pending: [20, 21, 22, 23],
    inProgress: [50, 60, 70, 78],
    completed: [400, 401, 402, 403],
    rejected: [5, 5, 5, 5],
    cancelled: [2, 2, 2, 2],
    rows: '/api/analytics/rows?mark=at&to={day}',
  },
  throughput: {
    arrived: [],
    completed: [],
    rejected: [],
    cancelled: [],
    reopened: [],
    backlog: [],
    totals: { arrived: compared, closed: compared, net: compared },
    rows: { arrived: '', closed: '' },
  },
  ageing: [
    {
      status: 'pending',
      count: 2,
      past: lines(2),
      isSmall: true,
      above: { p50: 2, p85: 1, p95: 0 },
      points: { number: [4, 5], requestId: ['RFD-2026-0004', 'RFD-2026-0005'], age: [7, 3] },
      isCut: false,
      rows: { all: '/api/analytics/rows?mark=open', above85: '/api/analytics/rows?mark=open&status=pending&min=6' },
    },
    {
      status: 'in_progress',
      count: 3,
      past: lines(10),
      isSmall: false,
      above: { p50: 1, p85: 1, p95: 0 },
      points: {
        number: [6, 7, 8],
        requestId: ['RFD-2026-0006', 'RFD-2026-0007', 'RFD-2026-0008'],
        age: [15, 2, 1],
      },
      isCut: false,
      rows: { all: '', above85: '/api/analytics/rows?mark=open&status=in_progress&min=14' },
    },
  ],
  timeInStatus: [],
  dueDates: { keptFirst: share, keptLast: share, moved: share, moves: 0, isSmall: true },
  workload: { departments: [], assignees: [], hasMoreAssignees: false },
  outcomes: { reopened: share, rejected: share, cancelled: share },
}
const FORECAST: Extract<Forecast, { kind: 'forecast' }> = {
  kind: 'forecast',
  asOf: '2026-11-04T10:00:00Z',
  runs: 10_000,
  sample: { from: '2026-08-12', to: '2026-11-03', closed: 400 },
  count: 101,
  done: { p50: '2026-12-10', p70: '2026-12-11', p85: '2026-12-13', p95: '2027-01-02' },
  histogram: { first: '2026-12-10', daysWide: 1, share: [0.5, 0.2, 0.1, 0.2] },
  by: '2026-12-02',
  doneBy: { p50: 90, p70: 85, p85: 80, p95: 70 },
  backTest: {
    forecasts: 26,
    covered: { p50: 14, p70: 19, p85: 22, p95: 25 },
    points: [{ day: '2026-09-01', p50: 90, p85: 80, p95: 70, actual: 75 }],
  },
  rows: '/api/analytics/rows?mark=open',
}

let root: Root
let page: HTMLElement
let asked: string[]
let answer: Forecast

beforeEach(() => {
  // React asks for this flag before it believes that `act` is meant.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  page = document.body.appendChild(document.createElement('main'))
  root = createRoot(page)
  asked = []
  answer = FORECAST
})
afterEach(() => {
  act(() => root.unmount())
  page.remove()
})

async function settle() {
  await act(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  })
}
async function show(part: ReactNode, address = '/analytics') {
  const queryFn = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    asked.push(queryKey.join('/'))
    return answer
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, queryFn } } })
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>{part}</MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await settle()
}
const titles = () => [...page.querySelectorAll('h2')].map((title) => title.textContent)
const linkTo = (name: string) =>
  [...page.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href')
const click = async (name: string) => {
  const found = [...page.querySelectorAll('button')].find(
    (button) => button.textContent === name || button.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`No button ${name}`)
  await act(async () => found.click())
}
const cells = () =>
  [...page.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
const flowPanel = (Panel: typeof CycleTimePanel, flow: Partial<Flow> = {}) => (
  <Panel flow={{ ...FLOW, ...flow }} rowsTo={rowsTo} onPeriod={() => {}} />
)

test('the finding says how long half of all requests take, and the switch shows the other measure', async () => {
  await show(flowPanel(CycleTimePanel))
  expect(titles()).toEqual(['Half of all requests finish within 16 days'])
  expect(page.textContent).toContain('3 days shorter than in the period before')
  await click('Lead time')
  expect(titles()).toEqual(['Half of all requests are finished within 23 days of being created'])
})

test('the slowest requests are a link to those above the 95% line, and the table begins with them', async () => {
  await show(flowPanel(CycleTimePanel))
  expect(linkTo('Open the 1 slowest')).toBe(
    '/analytics/rows?from=2026-11-01&to=2026-11-04&mark=finished&measure=cycle&min=24',
  )
  await click('More about Cycle time')
  expect(page.textContent).toContain('From the first start of work')
  expect(page.textContent).toContain('As of 4 Nov 2026, 10:00')
  await click('Show as table')
  expect(cells()).toEqual([
    ['RFD-2026-0002', '3 Nov 2026', '30'],
    ['RFD-2026-0003', '3 Nov 2026', '12.34'],
    ['RFD-2026-0001', '1 Nov 2026', '3'],
  ])
})

test('a cell of a density opens the requests that it counts', async () => {
  const scatter = { kind: 'density', daysWide: 3, high: 2, day: [0, 3], value: [0, 4], count: [7, 1200] } as const
  const dense = { ...durations, count: 1207, scatter: { ...scatter, day: [0, 3], value: [0, 4], count: [7, 1200] } }
  await show(flowPanel(CycleTimePanel, { cycle: dense }))
  const cell = page.querySelector('[data-mark]')
  expect(cell?.getAttribute('aria-label')).toBe('1,200 requests: 4–6 days, finished 4 Nov 2026')
  expect(cell?.getAttribute('href')).toContain('from=2026-11-04&to=2026-11-04&mark=finished&measure=cycle&max=6&min=4')
  expect(linkTo('Open the slowest 5%')).toContain('min=24')
})

test('few requests are said in words, one in the finding, and none instead of a drawing', async () => {
  await show(flowPanel(CycleTimePanel, { cycle: { ...durations, count: 12, isSmall: true } }))
  expect(page.textContent).toContain('Only 12 requests: a few more could move these lines a lot')
  const one = { ...durations, count: 1, isSmall: true, percentiles: lines(5) }
  await show(flowPanel(CycleTimePanel, { cycle: one, days: 'working' }))
  expect(titles()).toEqual(['The only finished request took 5 working days'])
  const none: Flow['lead']['scatter'] = { kind: 'points', number: [], requestId: [], day: [], value: [] }
  await show(flowPanel(CycleTimePanel, { cycle: { ...durations, count: 0, percentiles: null, scatter: none } }))
  expect(titles()).toEqual(['No request was finished in this period'])
  expect(page.textContent).toContain('No request was finished in 1–4 Nov 2026.')
  expect(page.querySelector('[role="group"] [data-mark]')).toBeNull()
})

test('the cumulative flow says how open work changed, and each day opens its requests', async () => {
  await show(flowPanel(CumulativeFlowPanel))
  expect(titles()).toEqual(['Open requests grew from 70 to 101, most of it in progress'])
  const day = page.querySelector('[data-mark]')
  expect(day?.getAttribute('aria-label')).toBe('4 Nov 2026: 23 pending, 78 in progress, 410 closed')
  expect(day?.getAttribute('href')).toBe('/analytics/rows?mark=at&to=2026-11-04')
  await click('Show as table')
  expect(cells()[0]).toEqual(['4 Nov 2026', '23', '78', '403', '5', '2'])
})

test('what is older than 85% of the finished is counted and opened for each status', async () => {
  await show(flowPanel(AgeingPanel))
  expect(titles()).toEqual(['2 open requests are older than 85% of those finished'])
  expect(linkTo('Open 1 pending')).toBe('/analytics/rows?mark=open&status=pending&min=6')
  expect(linkTo('Open 1 in progress')).toBe('/analytics/rows?mark=open&status=in_progress&min=14')
  expect(page.textContent).toContain('Few finished requests stand behind the shading of Pending Review')
  expect(page.textContent).toContain('2 requests in Pending Review, the oldest for 7 days.')
  await show(flowPanel(AgeingPanel, { ageing: FLOW.ageing.map((one) => ({ ...one, past: null })) }))
  expect(titles()).toEqual(['5 requests are open, and none is finished to compare with'])
  expect(page.textContent).toContain('No finished request to compare Pending Review and In Progress with')
})

test('the forecast says by when all are likely finished, and how its own past has fared', async () => {
  await show(<ForecastPanel filters="department=it" rowsTo={rowsTo} />)
  expect(asked).toEqual(['/api/analytics/forecast?department=it'])
  expect(titles()).toEqual(['All 101 open requests are likely finished by 13 December'])
  expect(page.textContent).toContain('50% by 10 Dec 2026, 85% by 13 Dec 2026, 95% by 2 Jan 2027')
  expect(page.textContent).toContain('By 2 Dec 2026 at least 80 requests with 85% certainty')
  expect(page.textContent).toContain('what was said with 85% came true in 22 of 26 forecasts, with 50% in 14')
  expect(cells()).toEqual([['1 Sep 2026', '90', '80', '70', '75 below 85%']])
  await click('More about Forecast')
  await click('Show as table')
  expect(cells().slice(0, 4).at(-1)).toEqual(['13 Dec 2026', '20', '100'])
})

test('another number of requests is asked for once it is one', async () => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  const field = page.querySelector<HTMLInputElement>('input[inputmode="numeric"]')
  const type = async (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    await act(async () => field?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  expect(field?.value).toBe('101')
  await type('0')
  expect(page.textContent).toContain('A whole number from 1 to 100,000')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  answer = { ...FORECAST, count: 20 }
  await type('20')
  for (let turn = 0; turn < 200 && asked.length < 2; turn++) await settle()
  await settle()
  expect(titles()).toEqual(['20 requests are likely finished by 13 December'])
  expect(asked).toEqual(['/api/analytics/forecast', '/api/analytics/forecast?count=20'])
})

test.each([
  ['count=20&by=2999-01-01', '/api/analytics/forecast?count=20&by=2999-01-01'],
  ['count=none&by=2020-01-01', '/api/analytics/forecast'],
])('of the address %s the forecast is asked %s', async (query, call) => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />, `/analytics?${query}`)
  expect(asked).toEqual([call])
})

test('below the minimum of data nothing is forecast, and the words say what there is', async () => {
  answer = { kind: 'too-little', asOf: FLOW.asOf, days: 9, closed: 3, needs: { days: 28, closed: 30 } }
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  expect(titles()).toEqual(['There is too little history for a forecast'])
  expect(page.textContent).toContain(
    'A forecast needs 28 days of history and 30 requests closed in the last twelve weeks. So far there are 9 days and 3 requests.',
  )
  expect(page.querySelector('[data-mark]')).toBeNull()
})
