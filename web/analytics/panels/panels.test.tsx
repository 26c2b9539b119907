import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { all, button, click, draw, drawn, press, withDrawing } from '../../testing/drawing.tsx'
import { rowsTo } from '../api.ts'
import { FLOW as EXAMPLE } from '../example.ts'
import { AgeingPanel } from './AgeingPanel.tsx'
import { CumulativeFlowPanel } from './CumulativeFlowPanel.tsx'
import { CycleTimePanel } from './CycleTimePanel.tsx'
import { ThroughputPanel } from './ThroughputPanel.tsx'
import { TimeInStatusPanel } from './TimeInStatusPanel.tsx'
import { WorkloadPanel } from './WorkloadPanel.tsx'

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
    totals: { arrived: compared, closed: compared, reopened: compared, net: compared },
    rows: { arrived: '', closed: '', reopened: '' },
  },
  ageing: [
    {
      status: 'pending',
      count: 2,
      past: lines(2),
      isSmall: true,
      above: { p50: 2, p85: 1, p95: 0 },
      points: { requestId: ['RFD-2026-0004', 'RFD-2026-0005'], age: [7, 3] },
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
        requestId: ['RFD-2026-0006', 'RFD-2026-0007', 'RFD-2026-0008'],
        age: [15, 2, 1],
      },
      isCut: false,
      rows: { all: '', above85: '/api/analytics/rows?mark=open&status=in_progress&min=14' },
    },
  ],
  timeInStatus: [],
  dueDates: { keptFirst: share, keptLast: share, moved: share, moves: 0, isSmall: true },
  workload: { ...EXAMPLE.workload, departments: [], assignees: [] },
  outcomes: { reopened: share, rejected: share, cancelled: share },
}
withDrawing()

const titles = () => all('h2').map((title) => title.textContent)
const linkTo = (name: string) =>
  all('a')
    .find(({ textContent }) => textContent === name)
    ?.getAttribute('href')
const cells = () => all('tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))
const flowPanel = (
  Panel: typeof CycleTimePanel,
  flow: Partial<Flow> = {},
  onPeriod: (from: string, to: string) => void = () => {},
) => (
  <Panel
    flow={{ ...FLOW, ...flow }}
    rowsTo={rowsTo}
    link={(id) => ({ to: `/requests/${id}`, onClick: () => {} })}
    onPeriod={onPeriod}
  />
)

test('the finding says how long half of all requests take, and the switch shows the other measure', () => {
  draw(flowPanel(CycleTimePanel))
  expect(titles()).toEqual(['Half of all requests finish within 16 days'])
  expect(drawn().textContent).toContain('3 days shorter than in the period before')
  click('Lead time')
  expect(titles()).toEqual(['Half of all requests are finished within 23 days of being created'])
})

test('the slowest requests are a link to those above the 95% line, and the table begins with them', () => {
  draw(flowPanel(CycleTimePanel))
  expect(linkTo('Open the 1 slowest')).toBe(
    '/analytics/rows?from=2026-11-01&to=2026-11-04&mark=finished&measure=cycle&min=24',
  )
  click('More about Cycle time')
  expect(drawn().textContent).toContain('From the first start of work')
  expect(drawn().textContent).toContain('As of 4 Nov 2026, 10:00')
  click('Show as table')
  expect(cells()).toEqual([
    ['RFD-2026-0002', '3 Nov 2026', '30'],
    ['RFD-2026-0003', '3 Nov 2026', '12.34'],
    ['RFD-2026-0001', '1 Nov 2026', '3'],
  ])
})

test('a cell of a density opens the requests that it counts', () => {
  const scatter = { kind: 'density', daysWide: 3, high: 2, day: [0, 3], value: [0, 4], count: [7, 1200] } as const
  const dense = { ...durations, count: 1207, scatter: { ...scatter, day: [0, 3], value: [0, 4], count: [7, 1200] } }
  draw(flowPanel(CycleTimePanel, { cycle: dense }))
  const cell = drawn().querySelector('[data-mark]')
  expect(cell?.getAttribute('aria-label')).toBe('1,200 requests: 4–6 days, finished 4 Nov 2026')
  expect(cell?.getAttribute('href')).toContain('from=2026-11-04&to=2026-11-04&mark=finished&measure=cycle&max=6&min=4')
  expect(linkTo('Show the slowest 5%')).toContain('min=24')
})

test('a small sample is explained, one request in the finding, and none in place of the drawing', () => {
  draw(flowPanel(CycleTimePanel, { cycle: { ...durations, count: 12, isSmall: true } }))
  expect(drawn().textContent).toContain('Only 12 requests: a few more could move these lines a lot')
  const one = { ...durations, count: 1, isSmall: true, percentiles: lines(5) }
  draw(flowPanel(CycleTimePanel, { cycle: one, days: 'working' }))
  expect(titles()).toEqual(['The only finished request took 5 working days'])
  const none: Flow['lead']['scatter'] = { kind: 'points', requestId: [], day: [], value: [] }
  draw(flowPanel(CycleTimePanel, { cycle: { ...durations, count: 0, percentiles: null, scatter: none } }))
  expect(titles()).toEqual(['No request was finished in this period'])
  expect(drawn().textContent).toContain('No request was finished in 1–4 Nov 2026.')
  expect(drawn().querySelector('[role="group"] [data-mark]')).toBeNull()
})

test('a zoom into days without figures can be undone from the empty state', () => {
  const none: Flow['lead']['scatter'] = { kind: 'points', requestId: [], day: [], value: [] }
  const empty = { ...durations, count: 0, percentiles: null, scatter: none }
  const onPeriod = vi.fn()
  draw(flowPanel(CycleTimePanel, { cycle: empty }, onPeriod))
  expect(drawn().textContent).not.toContain('Zoom out')
  draw(flowPanel(CycleTimePanel, {}, onPeriod))
  act(() => all('[data-mark][tabindex="0"]')[0]?.focus())
  press('Home')
  press('ArrowRight', { shiftKey: true })
  press('Enter')
  const [[from, to]] = onPeriod.mock.calls as [[string, string]]
  draw(flowPanel(CycleTimePanel, { cycle: empty, period: { from, to } }, onPeriod))
  expect(document.activeElement?.textContent).toBe('Zoom out')
  click('Zoom out')
  expect(onPeriod).toHaveBeenLastCalledWith(PERIOD.from, PERIOD.to)
  draw(flowPanel(CycleTimePanel, {}, onPeriod))
  expect(document.activeElement?.hasAttribute('data-mark')).toBe(true)
})

test('the cumulative flow says how open work changed, and each day opens its requests', () => {
  const totals = { ...FLOW.throughput.totals, net: { value: 33, before: null } }
  draw(flowPanel(CumulativeFlowPanel, { throughput: { ...FLOW.throughput, totals } }))
  // Starts from the backlog before the first day, as the throughput panel does: 70 were open at that day's end.
  expect(titles()).toEqual(['Open requests grew from 68 to 101, mostly in progress'])
  const day = drawn().querySelector('[data-mark]')
  expect(day?.getAttribute('aria-label')).toBe('4 Nov 2026: 23 pending, 78 in progress, 410 closed')
  expect(day?.getAttribute('href')).toBe('/analytics/rows?mark=at&to=2026-11-04')
  click('Show as table')
  expect(cells()[0]).toEqual(['4 Nov 2026', '23', '78', '403', '5', '2'])
})

test('the components of the net change open their rows, in this period and the previous one', () => {
  const compare = (value: number, before: number) => ({ value, before })
  const totals = { arrived: compare(15, 11), closed: compare(9, 14), reopened: compare(2, 1), net: compare(8, -2) }
  const rows = (mark: string) => `/api/analytics/rows?from={from}&to={to}&mark=${mark}`
  const throughput: Flow['throughput'] = {
    arrived: [4, 4, 4, 3],
    completed: [2, 2, 2, 3],
    rejected: [0, 0, 0, 0],
    cancelled: [0, 0, 0, 0],
    reopened: [2, 0, 0, 0],
    backlog: [74, 76, 78, 78],
    totals,
    rows: { arrived: rows('arrived'), closed: rows('closings'), reopened: rows('reopenings') },
  }
  draw(flowPanel(ThroughputPanel, { throughput }))
  expect(drawn().textContent).toContain(
    'Net +8 in the period: 15 arrived − 9 closed + 2 reopened; −2 in the one before: 11 arrived − 14 closed + 1 reopened',
  )
  expect(linkTo('9 closed')).toBe('/analytics/rows?from=2026-11-01&to=2026-11-04&mark=closings')
  expect(linkTo('14 closed')).toBe('/analytics/rows?from=2026-10-28&to=2026-10-31&mark=closings')
})

test('requests older than 85% of the finished ones are counted for each status, with a link to them', () => {
  draw(flowPanel(AgeingPanel))
  expect(titles()).toEqual(['2 open requests are older than 85% of those finished'])
  expect(linkTo('Open 1 pending')).toBe('/analytics/rows?mark=open&status=pending&min=6')
  expect(linkTo('Open 1 in progress')).toBe('/analytics/rows?mark=open&status=in_progress&min=14')
  expect(drawn().textContent).toContain('Few finished requests stand behind the shading of Pending Review')
  expect(drawn().textContent).toContain('2 requests in Pending Review, the oldest for 7 days.')
  draw(flowPanel(AgeingPanel, { ageing: FLOW.ageing.map((one) => ({ ...one, past: null })) }))
  expect(titles()).toEqual(['5 requests are open, and none is finished to compare with'])
  expect(drawn().textContent).toContain('No finished request to compare Pending Review and In Progress with')
})

test.each([
  ['Age of open requests', AgeingPanel, 'Working days'],
  ['Time in each status', TimeInStatusPanel, 'Total (working days)'],
  ['Workload by department', WorkloadPanel, 'Median cycle time (working days)'],
] as const)('copied durations in working days say so: %s', async (name, Panel, head) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  draw(flowPanel(Panel, { days: 'working' }))
  click(`More about ${name}`)
  await act(async () => button('Copy as data').click())
  expect(writeText.mock.calls[0]?.[0].split('\n')[0]?.split('\t')).toContain(head)
  vi.unstubAllGlobals()
})
