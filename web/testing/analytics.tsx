import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import AnalyticsPage from '../analytics/AnalyticsPage.tsx'
import { FLOW } from '../analytics/example.ts'
import RowsPage from '../analytics/RowsPage.tsx'
import { WHAT_IF } from '../analytics/what-if/example.ts'
import { endSession, startSession } from '../client/session.ts'
import { ownClient, shows } from './part.tsx'
import { render } from './render.ts'
import { buildToken, buildUser } from './session.ts'

/** The week of the example figures, as query parameters. */
export const WEEK = 'from=2026-11-16&to=2026-11-22'

export const TOO_LITTLE = { kind: 'too-little', asOf: FLOW.asOf, days: 3, closed: 2, needs: { days: 28, closed: 30 } }

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

/** Analytics and its rows against a stubbed server, whose answers the test sets. */
class AnalyticsScreens {
  asked: string[] = []
  /** bodies of the calls */
  sent: unknown[] = []
  /** by the path of the call, with its query if the answers differ by it */
  answers: Record<string, unknown> = {}
  leave: () => void = () => {}

  begin(): void {
    this.asked = []
    this.sent = []
    this.answers = {
      flow: FLOW,
      forecast: TOO_LITTLE,
      'what-if': WHAT_IF,
      promises: { asOf: FLOW.asOf, total: 1, moves: [MOVE] },
    }
    vi.stubGlobal('fetch', (address: URL, init?: RequestInit) => this.#serve(address, init))
  }

  end(): void {
    this.leave()
    act(() => endSession('signed-out'))
    sessionStorage.clear()
    vi.unstubAllGlobals()
  }

  open(address: string, permissions: Permission[] = ['analytics.view', 'reports.export'], client = ownClient()): void {
    startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })
    window.history.replaceState(null, '', address)
    this.leave = render(
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

  async #serve(address: URL, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(address, 'http://office.example')
    this.asked.push(pathname + search)
    if (init?.body) this.sent.push(JSON.parse(String(init.body)))
    const name = pathname.replace('/api/analytics/', '')
    const answer = await Promise.resolve(this.answers[name + search] ?? this.answers[name])
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? new Response('{"error":"Sorry"}', { status: 500 }) : Response.json(answer)
  }
}

/** A new instance for each test of the calling file. */
export function analyticsScreens(): AnalyticsScreens {
  const screens = new AnalyticsScreens()
  beforeEach(() => screens.begin())
  afterEach(() => screens.end())
  return screens
}

export const text = () => document.body.textContent

export const sees = (...words: string[]) =>
  shows(() => {
    for (const word of words) expect(text()).toContain(word)
  })

/** Finds a button by its name; the text of one that can be busy also contains its busy label. */
export const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  )!

export const press = (element: Element) => act(() => (element as HTMLElement).click())
