import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../client/query.ts'
import { startSession } from '../client/session.ts'
import { render } from './render.ts'
import { buildRequest } from './request.ts'
import { buildToken, buildUser } from './session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import RequestDialogs from '../requests/RequestDialogs.tsx'

const MANAGER = buildUser({
  id: 'ben',
  role: 'manager',
  permissions: ['requests.create', 'requests.edit', 'requests.assign', 'requests.cancelAny', 'comments.create'],
})
export const REQUEST = buildRequest({ title: 'Correct a "rejected" <b>line</b>', priority: 'high' })

interface Call {
  method: string
  path: string
  body: unknown
  key: string | null
}
let calls: Call[]
let leave = () => {}
/** The stubbed server's answer to each call; a test overrides those that it is about. */
export let answers: Record<string, () => Response | Promise<Response>>

export const problem =
  (status: number, error: string, more = {}) =>
  () =>
    Response.json({ error, code: 'x', ...more }, { status })
export const sent = (method: string) => calls.filter((call) => call.method === method)
export const toasts = () =>
  currentToasts()
    .filter(({ open }) => open)
    .map(({ title, description }) => [title, description])

/** For each test of a file: a manager is signed in, and a stubbed server has one request. */
export function withTestServer(): void {
  beforeEach(() => {
    calls = []
    answers = {
      'GET /api/requests': () => Response.json({ requests: [REQUEST], total: 1, exact: true }),
      'GET /api/requests/r1': () => Response.json(REQUEST),
      'GET /api/requests/r1/history': () => Response.json([]),
      'GET /api/requests/r1/comments': () => Response.json([]),
      'GET /api/users': () => Response.json([]),
    }
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      const method = init.method ?? 'GET'
      const body: unknown =
        init.body instanceof Blob || !init.body ? (init.body ?? undefined) : JSON.parse(String(init.body))
      calls.push({
        method,
        path: url.pathname + url.search,
        body,
        key: new Headers(init.headers).get('Idempotency-Key'),
      })
      return (answers[`${method} ${url.pathname}`] ?? problem(404, 'Nothing here'))()
    })
    const defaults = queryClient.getDefaultOptions()
    queryClient.setDefaultOptions({ queries: { ...defaults.queries, retry: false }, mutations: { retry: false } })
    startSession({ token: buildToken(new Date()), user: MANAGER })
  })
  afterEach(() => {
    leave()
    queryClient.clear()
    for (const { id } of currentToasts()) dismissToast(id)
    localStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}

export async function show(address: string, screen: ReactNode = <RequestDialogs />): Promise<void> {
  window.history.replaceState(null, '', address)
  leave = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>{screen}</BrowserRouter>
    </QueryClientProvider>,
  )
  await settle()
}

/** Waits until no call is in flight. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
    quiet = queryClient.isFetching() + queryClient.isMutating() > 0 ? 0 : quiet + 1
  }
}

export function control<T extends HTMLElement>(selector: string, words: string): T {
  const found = [...document.querySelectorAll<T>(selector)].find(
    (element) => element.getAttribute('aria-label') === words || element.textContent?.includes(words),
  )
  if (!found) throw new Error(`There is no ${selector} "${words}" in: ${document.body.textContent}`)
  return found
}
export async function press(words: string): Promise<void> {
  act(() => control('button', words).click())
  await settle()
}
/** The select with this label. */
export function selectOf(label: string): HTMLButtonElement {
  const of = control<HTMLLabelElement>('label', label).htmlFor
  return document.querySelector<HTMLButtonElement>(`[role=combobox][id="${of}"]`)!
}
/** Chooses an option of the select with this label. */
export async function choose(label: string, option: string): Promise<void> {
  act(() => selectOf(label).click())
  await settle()
  act(() => control('[role=option]', option).click())
  await settle()
}
export const page = () => document.body.textContent ?? ''
export const keepDraft = (key: string, value: object | string) =>
  localStorage.setItem(`rfd.draft.ben.${key}`, JSON.stringify({ value, savedAt: Date.now() }))
export const draft = (key: string) => localStorage.getItem(`rfd.draft.ben.${key}`)
