import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readByKey } from '../../client/query.ts'
import { endSession, startSession } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { buildRequest } from '../../testing/request.ts'
import { currentToasts } from '../../ui/toast.ts'
import AnalysisPanel from './AnalysisPanel.tsx'
import { ANALYSIS, SUGGESTION } from '../../testing/ai-example.ts'
import { OUTLOOK } from '../../testing/outlook-example.ts'
import { OutlookPart } from '../../analytics/outlook/OutlookPart.tsx'

const REQUEST = buildRequest({ id: 'req-1', status: 'in_progress' })

let leave: () => void
let stored: unknown
let predict: () => Response
let calls: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  calls = []
  stored = ANALYSIS
  predict = () => Response.json(ANALYSIS)
  vi.stubGlobal('fetch', async (url: URL, { method, body }: RequestInit) => {
    calls.push({ method: method ?? 'GET', path: url.pathname, body: body ? JSON.parse(String(body)) : undefined })
    if (url.pathname === '/api/ai/predict-time') return predict()
    if (url.pathname.endsWith('/outlook')) return Response.json(OUTLOOK)
    return Response.json(url.pathname.startsWith('/api/ai/classification/') ? SUGGESTION : stored)
  })
})
afterEach(() => {
  leave()
  act(() => endSession('signed-out'))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
}

async function open(
  permissions: ['ai.estimate'] | [] = ['ai.estimate'],
  screen = <AnalysisPanel request={REQUEST} level={3} />,
): Promise<void> {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: [...permissions] }) })
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: readByKey(), retryDelay: 1 }, mutations: { retry: false } },
  })
  leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
  await settle()
}

const text = () => document.body.textContent ?? ''
const buttons = () => [...document.querySelectorAll('button')]
const press = async (name: string) => {
  act(() =>
    buttons()
      .find(({ textContent }) => textContent === name)!
      .click(),
  )
  await settle()
}

test('the stored analysis is shown with everything it says', async () => {
  await open()
  for (const sentence of [
    'AI Processing Time Analysis',
    '3 weeks',
    '72%',
    '11–41 days',
    '31 finished Integration requests of the last year',
    'RFD-2026-0287',
    'took 24 days',
    '91% similar',
    'Integration requests take longer than others.',
    'Another system must change too.',
    'Agree on the message format first.',
    'High · 7 out of 10',
    'Two systems and three departments are concerned.',
    'the port system and the portal',
    'Analyzed 16 Nov 2026',
    'local 1.3',
    'AI Classification',
    SUGGESTION.reasoning,
  ])
    expect(text()).toContain(sentence)
  const link = document.querySelector<HTMLAnchorElement>('.comparables a')
  expect(link?.getAttribute('href')).toBe('/requests/id-287')
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Re-analyze'])
})

test('each range says which quantity it is of', async () => {
  await open()
  const headings = [...document.querySelectorAll('h4')].map(({ textContent }) => textContent)
  expect(headings).toContain('Estimated time from submission to completion')
  expect(document.querySelector('figcaption')?.textContent).toBe(
    'Days from submission to completion: the box holds half of such requests, the line four in five, each ring is a similar request',
  )
})

test('each key factor of the complexity stands once, with its points and its reason', async () => {
  await open()
  expect(text()).toContain('Key factors')
  expect(text().split('Integration points')).toHaveLength(2)
  expect(text()).toContain('the port system and the portal')
})

test('without an analysis it can be run, and is read again once it is stored', async () => {
  stored = null
  predict = () => {
    stored = ANALYSIS
    return Response.json(ANALYSIS)
  }
  await open()
  await press('Run AI Analysis')
  const { title, description, priority, department } = REQUEST
  expect(calls.find(({ path }) => path === '/api/ai/predict-time')).toEqual({
    method: 'POST',
    path: '/api/ai/predict-time',
    body: { title, description, priority, department, requestId: 'req-1' },
  })
  expect(text()).toContain('3 weeks')
})

test('the first analysis removes the button that ran it, and the one that runs it again has the focus', async () => {
  stored = null
  predict = () => {
    stored = ANALYSIS
    return Response.json(ANALYSIS)
  }
  await open()
  act(() => buttons()[0]!.focus())
  await press('Run AI Analysis')
  expect(document.activeElement?.textContent).toBe('Re-analyze')
})

test('a failed analysis is logged and reported in the panel, without a toast', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  predict = () => Response.json({ error: 'The engine is not available now.', code: 'unavailable' }, { status: 503 })
  await open()
  await press('Re-analyze')
  expect(logged).toHaveBeenCalledOnce()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('The engine is not available now.')
  expect(text()).toContain('3 weeks')
  expect(currentToasts()).toEqual([])
  predict = () => Response.json(ANALYSIS)
  await press('Try again')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('without the permission to estimate requests no analysis is offered', async () => {
  stored = null
  await open([])
  expect(text()).toContain('No analysis yet')
  expect(buttons()).toEqual([])
})

test('reading is tried again once and no more', async () => {
  stored = { nonsense: true }
  vi.stubGlobal('fetch', async (url: URL) => {
    calls.push({ method: 'GET', path: url.pathname, body: undefined })
    return Response.json({ error: 'Broken', code: 'unexpected' }, { status: 500 })
  })
  await open()
  expect(calls.filter(({ path }) => path === '/api/ai/analyze-request/req-1')).toHaveLength(2)
  expect(text()).toContain('The analysis could not be loaded')
})

const DETAILS = {
  half: { low: 18, high: 30 },
  groupedBy: ['developmentType'],
  requests: 31,
  standing: ['Expected to take longer than 8 in 10 of the last 200 finished requests.'],
  narrowedBy: ['A similar finished request: none so far.'],
}
const withTime = (change: object) => ({ ...ANALYSIS, timeEstimate: { ...ANALYSIS.timeEstimate, ...change } })

test('the middle half stands beside the wide range, with where the request stands and what would narrow it', async () => {
  stored = withTime({ details: DETAILS })
  await open()
  for (const sentence of [
    'Half of such requests take 18 to 30 days from submission to completion, four in five 11 to 41.',
    'Expected to take longer than 8 in 10 of the last 200 finished requests.',
    'What would narrow the range',
    'A similar finished request: none so far.',
  ])
    expect(text()).toContain(sentence)
  expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Estimate 24 days, half between 18–30 days, four in five between 11–41 days',
  )
})

test('what it says first about the end is the sentence of the details', async () => {
  await open([], <OutlookPart request={REQUEST} level={3} />)
  const [end] = /Likely finished between .*? by its due date, [^.]*\./.exec(text())!
  leave()
  await open()
  expect(text()).toContain(end)
  expect(text().indexOf(end)).toBeLessThan(text().indexOf('Estimated time'))
})

test('in working days the sentence says so', async () => {
  stored = withTime({ details: DETAILS, unit: 'working' })
  await open()
  expect(text()).toContain(
    'Half of such requests take 18 to 30 working days from submission to completion, four in five 11 to 41.',
  )
})

test('where the durations of comparable requests differ too much, no single estimate is shown', async () => {
  stored = withTime({ low: 2, high: 90, details: DETAILS })
  await open()
  expect(text()).toContain('Too different to say')
  expect(text()).toContain(
    'Comparable requests took 2–90 days from submission to completion, too far apart to plan with.',
  )
  for (const sentence of ['3 weeks', '72%', 'Half of such requests']) expect(text()).not.toContain(sentence)
  expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Four in five between 2–90 days')
  expect(document.querySelectorAll('[role=img] circle')).toHaveLength(2)
})
