import { QueryClientProvider } from '@tanstack/react-query'
import { act, Profiler } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../client/session.ts'
import { ownClient, shows } from '../testing/part.tsx'
import { render } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import AnalyticsPage from './AnalyticsPage.tsx'
import { FLOW } from './example.ts'

const WEEK = 'from=2026-11-16&to=2026-11-22'
const HIGH = `/api/analytics/flow?${WEEK}&days=calendar&priority=high`
const CHANGED = {
  ...FLOW,
  summary: { ...FLOW.summary, medianCycle: { value: 20, before: 13 } },
  throughput: { ...FLOW.throughput, totals: { ...FLOW.throughput.totals, net: { value: 8, before: 0 } } },
}

/** number of renders before each address was requested */
let drawnBefore: Map<string, number>
let answer: Promise<unknown>
let leave: () => void
/** after each render: the summary, the backlog finding, and whether the forecast is marked as stale */
let drawn: [string | undefined, string | undefined, boolean][]

beforeEach(() => {
  drawnBefore = new Map()
  drawn = []
  answer = Promise.resolve(FLOW)
  vi.stubGlobal('fetch', async (address: URL) => {
    const { pathname, search } = new URL(address, 'http://office.example')
    drawnBefore.set(pathname + search, drawn.length)
    return pathname.endsWith('/flow') ? Response.json(await answer) : new Response('{}', { status: 500 })
  })
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['analytics.view'] }) })
  window.history.replaceState(null, '', `/analytics?${WEEK}`)
})
afterEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  leave()
  act(() => endSession('signed-out'))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const summary = () => document.querySelector('[data-summary]')?.textContent
const headings = () => [...document.querySelectorAll('h2')].map((heading) => heading.textContent)
const backlog = () => headings().find((words) => words.startsWith('The backlog'))
const isForecastBefore = () => {
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Forecast')
  return heading?.closest('figure')?.parentElement?.getAttribute('aria-busy') === 'true'
}
const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label^="${name}"]`)!
const high = () => document.querySelector<HTMLElement>('input[type=checkbox][aria-label=High]')!

async function open(): Promise<void> {
  start()
  await shows(() => expect(backlog()).toBeDefined())
}

function start(): void {
  const page = (
    <Profiler id="analytics" onRender={() => drawn.push([summary(), backlog(), isForecastBefore()])}>
      <AnalyticsPage />
    </Profiler>
  )
  leave = render(
    <QueryClientProvider client={ownClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/analytics" element={page} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

/** No panel is in view: the window ends above them. */
function seeNoPanel(): void {
  class Observer {
    observe = () => this.report([{ isIntersecting: false } as IntersectionObserverEntry])
    disconnect() {}
    report: (entries: IntersectionObserverEntry[]) => void
    constructor(report: (entries: IntersectionObserverEntry[]) => void) {
      this.report = report
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
}

test('a figure of the workload opens the requests of its department or person', async () => {
  await open()
  const link = (name: string) => new URL(document.querySelector<HTMLAnchorElement>(`a[aria-label="${name}"]`)!.href)
  const overdue = link('Operations: 1 overdue')
  expect(overdue.pathname).toBe('/analytics/rows')
  expect(overdue.search).toBe(`?${WEEK}&days=calendar&mark=overdue&department=operations`)
  act(() => document.querySelector<HTMLElement>('[aria-label="Workload by"] button:last-child')!.click())
  expect(link('Ben Manages: 2 in progress').search).toContain('&mark=open&status=in_progress&assignee=ben')
  expect(link('Unassigned: median cycle time 4 days').search).toContain('&measure=cycle&assignee=unassigned')
})

test('a filter is requested before anything renders', async () => {
  await open()
  act(() => button('Priorities: ').click())
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  drawn = []
  high().click()
  expect(drawnBefore.get(HIGH)).toBe(0)
})

test('while the figures of a filter load, neither the choice nor the changed URL re-renders the previous ones', async () => {
  await open()
  act(() => button('Priorities: ').click())
  answer = new Promise(() => {})
  // `format` is a getter; TypeScript's types declare a method.
  const formatted = vi.spyOn(Intl.NumberFormat.prototype, 'format' as never, 'get')
  act(() => high().click())
  await shows(() => expect(window.location.search).toContain('priority=high'))
  expect(document.querySelector('[aria-busy=true] [data-summary]')).not.toBeNull()
  expect(formatted).not.toHaveBeenCalled()
})

test('the URL changes after the figures of a choice have loaded, but before the next input', async () => {
  await open()
  act(() => button('Priorities: ').click())
  answer = new Promise(() => {})
  act(() => high().click())
  expect(drawnBefore.has(HIGH)).toBe(true)
  expect(window.location.search).not.toContain('priority')
  act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  expect(window.location.search).toBe(`?${WEEK}&priority=high`)
})

test('a choice that is not in the URL yet survives another change of the URL', async () => {
  await open()
  act(() => button('Priorities: ').click())
  act(() => high().click())
  const other = document.querySelector<HTMLElement>('[role=tab][id*=suggestions]')!
  act(() => other.click())
  await shows(() => {
    expect(window.location.search).toContain('priority=high')
    expect(window.location.search).toContain('view=suggestions')
  })
})

test('the time of the figures is formatted only once their popover is open', async () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  await open()
  expect(zone).not.toHaveBeenCalled()
  act(() => button('About Completed').click())
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('As of 22 Nov 2026, 09:14')
})

test('visible panels get the figures of a filter first, then those below the window', async () => {
  seeNoPanel()
  await open()
  const [before, backlogBefore] = [summary(), backlog()]
  answer = Promise.resolve(CHANGED)
  act(() => button('Priorities: ').click())
  drawn = []
  act(() => high().click())
  await shows(() => expect(backlog()).not.toBe(backlogBefore))
  expect(backlog()).toContain('8')
  expect(drawn.some(([figures, finding]) => figures !== before && finding === backlogBefore)).toBe(true)
  expect(drawn.some(([figures, finding]) => figures === before && finding !== backlogBefore)).toBe(false)
  await shows(() => expect(document.querySelector('[data-summary] ~ div [aria-busy=true]')).toBeNull())
})

test('a panel that fetches for itself applies a filter after the figures have rendered, and is marked until then', async () => {
  await open()
  const before = summary()
  answer = Promise.resolve(CHANGED)
  act(() => button('Priorities: ').click())
  drawn = []
  act(() => high().click())
  await shows(() => expect(summary()).not.toBe(before))
  const [, , isBefore] = drawn.find(([figures]) => figures !== before)!
  expect(isBefore).toBe(true)
  await shows(() => expect(isForecastBefore()).toBe(false))
  expect(drawnBefore.has('/api/analytics/forecast?priority=high')).toBe(true)
})

test('on paper the figures name the filters, because the filter bar is not printed', async () => {
  window.history.replaceState(null, '', `/analytics?${WEEK}&department=security&priority=high`)
  await open()
  const isNamed = () => document.body.textContent.includes(' · Department: Cybersecurity · Priority: High')
  expect(isNamed()).toBe(false)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(isNamed()).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('resetting filters that match nothing leaves the focus on the panel', async () => {
  window.history.replaceState(null, '', `/analytics?${WEEK}&priority=high`)
  answer = Promise.resolve({ ...FLOW, requests: 0 })
  start()
  const reset = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Reset filters')
  await shows(() => expect(reset()).toBeDefined())
  answer = Promise.resolve(FLOW)
  act(() => {
    reset()!.focus()
    reset()!.click()
  })
  await shows(() => expect(backlog()).toBeDefined())
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
})
