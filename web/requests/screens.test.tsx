import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServiceRequest } from '../../shared/requests.ts'
import { CommentsTab } from '../comments/CommentsTab.tsx'
import { queryClient } from '../query.ts'
import { currentSession, endSession, startSession } from '../session.ts'
import { render, type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import RequestDialogs from './RequestDialogs.tsx'
import { RequestList } from './RequestList.tsx'

const MANAGER = buildUser({
  id: 'ben',
  role: 'manager',
  permissions: ['requests.create', 'requests.edit', 'requests.assign', 'requests.cancelAny', 'comments.create'],
})
const REQUEST: ServiceRequest = {
  id: 'r1',
  requestId: 'RFD-2026-0417',
  title: 'Correct a "rejected" <b>line</b>',
  description: 'Let them correct the line.',
  priority: 'high',
  department: 'operations',
  status: 'pending',
  assignedToId: null,
  assignedTo: null,
  requesterId: 'ada',
  requester: { firstName: 'Ada', lastName: 'Asks' },
  dueDate: '2026-11-27',
  createdAt: '2026-10-27T11:20:00.000Z',
  updatedAt: '2026-10-27T11:20:00.000Z',
  startedAt: null,
  completedAt: null,
  classifiedAt: null,
  version: 3,
}
const TYPED = { title: 'One', description: 'Two', department: 'it', priority: 'low', dueDate: '2026-12-11' }

interface Call {
  method: string
  path: string
  body: unknown
  key: string | null
}
let calls: Call[]
let answers: Record<string, () => Response | Promise<Response>>
let leave: () => void

const problem =
  (status: number, error: string, more = {}) =>
  () =>
    Response.json({ error, code: 'x', ...more }, { status })
const sent = (method: string) => calls.filter((call) => call.method === method)
const toasts = () =>
  currentToasts()
    .filter(({ open }) => open)
    .map(({ title, description }) => [title, description])

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
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined
    calls.push({ method, path: url.pathname + url.search, body, key: new Headers(init.headers).get('Idempotency-Key') })
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

async function show(address: string, screen: ReactNode = <RequestDialogs />): Promise<void> {
  window.history.replaceState(null, '', address)
  leave = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>{screen}</BrowserRouter>
    </QueryClientProvider>,
  )
  await settle()
}

/** Until nothing is on its way any more. */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
    quiet = queryClient.isFetching() + queryClient.isMutating() > 0 ? 0 : quiet + 1
  }
}

function control<T extends HTMLElement>(selector: string, words: string): T {
  const found = [...document.querySelectorAll<T>(selector)].find(
    (element) => element.getAttribute('aria-label') === words || element.textContent?.includes(words),
  )
  if (!found) throw new Error(`There is no ${selector} "${words}" in: ${document.body.textContent}`)
  return found
}
async function press(words: string): Promise<void> {
  act(() => control('button', words).click())
  await settle()
}
const page = () => document.body.textContent ?? ''
const keepDraft = (key: string, value: object | string) =>
  localStorage.setItem(`rfd.draft.ben.${key}`, JSON.stringify({ value, savedAt: Date.now() }))
const draft = (key: string) => localStorage.getItem(`rfd.draft.ben.${key}`)

test('a list that cannot be read says so, and trying again reads it', async () => {
  const working = answers['GET /api/requests']!
  answers['GET /api/requests'] = problem(503, 'The database is not reachable.', { reference: '7F2K' })
  await show('/requests', <RequestList />)
  expect(page()).toContain('Failed to fetch requests')
  expect(page()).toContain('Reference 7F2K')
  answers['GET /api/requests'] = working
  await press('Try again')
  expect(page()).not.toContain('Failed to fetch requests')
  expect(page()).toContain('RFD-2026-0417')
})

test('an empty list says "No requests found" and names the filter to drop', async () => {
  answers['GET /api/requests'] = () => Response.json({ requests: [], total: 0, exact: true })
  await show('/requests?status=rejected&search=zebra', <RequestList />)
  expect(page()).toContain('No requests found')
  await press('Clear all filters')
  expect(window.location.search).toBe('')
})

test('markup in a title stays text, with the hit of a search marked in it', async () => {
  await show('/requests?search=line', <RequestList />)
  expect(document.querySelector('.ttl b')).toBeNull()
  expect(document.querySelector('.ttl mark')?.textContent).toBe('line')
})

test('cancelling asks with the exact question and shows the answer', async () => {
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  answers['PUT /api/requests/r1/cancel'] = () =>
    Response.json({ message: 'It has been cancelled.', request: { ...REQUEST, status: 'cancelled', version: 4 } })
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(confirm).toHaveBeenCalledWith(
    'Are you sure you want to cancel request "Correct a "rejected" <b>line</b>"? This action cannot be undone.',
  )
  expect(toasts()).toEqual([['Request Cancelled', 'It has been cancelled.']])
  expect(sent('GET').filter(({ path }) => path === '/api/requests?limit=10')).toHaveLength(2)
})

test('whoever says no to the question cancels nothing', async () => {
  vi.stubGlobal('confirm', () => false)
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(sent('PUT')).toEqual([])
})

test('a refused cancellation shows the error of the server, a broken one the sentence of ours', async () => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = problem(409, 'It is completed.')
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(toasts()[0]).toEqual(['Error', 'It is completed.'])
  answers['PUT /api/requests/r1/cancel'] = () => Promise.reject(new TypeError('network'))
  await press('Cancel')
  expect(toasts()[0]).toEqual(['Error', 'Failed to cancel request'])
})

test('a cancellation whose answer was lost on the way is told as done, not as refused', async () => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = () => Promise.reject(new TypeError('network'))
  await show('/requests', <RequestList />)
  await press('Cancel')
  answers['PUT /api/requests/r1/cancel'] = problem(409, 'It is cancelled already.')
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, status: 'cancelled', version: 4 })
  await press('Cancel')
  expect(toasts()[0]).toEqual(['Request Cancelled', 'Request RFD-2026-0417 has been cancelled.'])
})

test('a person without edit and cancel rights reads "Track Only"', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['requests.cancelOwn'] }) })
  await show('/requests', <RequestList />)
  expect(page()).toContain('Track Only')
  expect(document.querySelector('[aria-label="Edit"], [aria-label="Cancel"]')).toBeNull()
})

test('a new request is sent once with its key, told, and the dialog returns to the dashboard', async () => {
  keepDraft('new-request', TYPED)
  let arrive: (answer: Response) => void = () => {}
  answers['POST /api/requests'] = () => new Promise((resolve) => (arrive = resolve))
  await show('/dashboard?modal=new-request')
  act(() => control('button', 'Submit Request').click())
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 30)))
  expect(page()).toContain('Creating...')
  act(() => document.querySelector('form')?.requestSubmit())
  arrive(Response.json(REQUEST, { status: 201 }))
  await settle()
  expect(sent('POST')).toHaveLength(1)
  expect(sent('POST')[0]).toMatchObject({ body: TYPED, key: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
  expect(toasts()).toEqual([['Success', 'RFD request created successfully']])
  expect(window.location.pathname + window.location.search).toBe('/dashboard')
  expect(draft('new-request')).toBeNull()
})

test('after a failure the same text goes out under the same key, and nothing typed is lost', async () => {
  keepDraft('new-request', TYPED)
  answers['POST /api/requests'] = problem(503, 'Down')
  await show('/dashboard?modal=new-request')
  await press('Submit Request')
  expect(page()).toContain('Server error (503: Down). This may be a temporary issue - please try again.')
  await press('Submit Request')
  const [first, second] = sent('POST')
  expect(second?.key).toBe(first?.key)
  expect(draft('new-request')).not.toBeNull()
})

test('an ended session is told, and two seconds later the person is signed out with the draft kept', async () => {
  keepDraft('new-request', TYPED)
  answers['POST /api/requests'] = problem(401, 'Sign in first')
  await show('/dashboard?modal=new-request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => control('button', 'Submit Request').click())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(toasts()).toEqual([['Session Expired', 'Please log in again to continue']])
  await act(() => vi.advanceTimersByTimeAsync(1800))
  expect(currentSession()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(currentSession()).toBeNull()
  expect(draft('new-request')).not.toBeNull()
})

test('a request that cannot be prepared is told, and nothing is sent', async () => {
  keepDraft('new-request', { ...TYPED, title: 'Not prepared' })
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
    throw new Error('no randomness here')
  })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await show('/dashboard?modal=new-request')
  await press('Submit Request')
  expect(toasts()).toEqual([['Submission Error', 'There was an error preparing your request. Please try again.']])
  expect(sent('POST')).toEqual([])
  expect(draft('new-request')).not.toBeNull()
  expect(logged).toHaveBeenCalled()
})

test('a draft of another version of the form is restored without what this one lacks', async () => {
  keepDraft('new-request', { ...TYPED, budget: 'two weeks' })
  answers['POST /api/requests'] = () => Response.json(REQUEST, { status: 201 })
  await show('/dashboard?modal=new-request')
  await press('Submit Request')
  expect(sent('POST')[0]?.body).toEqual(TYPED)
})

test('a closed form keeps its text as a draft, which can be discarded', async () => {
  await show('/dashboard?modal=new-request')
  type(control<HTMLInputElement>('input', ''), 'Half a title')
  await press('Cancel')
  expect(toasts()[0]?.[0]).toBe('Your request is kept as a draft')
  expect(draft('new-request')).toContain('Half a title')
  act(() =>
    currentToasts()[0]
      ?.links?.find(({ label }) => label === 'Discard')
      ?.onClick(),
  )
  expect(draft('new-request')).toBeNull()
})

test('an edit sends every field with the version it began with', async () => {
  answers['PATCH /api/requests/r1'] = () => Response.json({ ...REQUEST, version: 4 })
  await show('/requests?edit=r1')
  expect(page()).toContain('Edit RFD Request')
  await press('Update Request')
  expect(sent('PATCH')[0]?.body).toEqual({
    title: REQUEST.title,
    description: REQUEST.description,
    priority: 'high',
    department: 'operations',
    status: 'pending',
    assignedToId: null,
    dueDate: '2026-11-27',
    version: 3,
  })
  expect(toasts()).toEqual([['Request Updated', 'The RFD request has been successfully updated.']])
  expect(window.location.search).toBe('')
})

test('a failed edit says so and keeps the form', async () => {
  answers['PATCH /api/requests/r1'] = problem(500, 'Broken')
  await show('/requests?edit=r1')
  await press('Update Request')
  expect(toasts()[0]).toEqual(['Update Failed', '500: Broken'])
  answers['PATCH /api/requests/r1'] = () => Promise.reject(new TypeError('network'))
  await press('Update Request')
  expect(toasts()[0]).toEqual(['Update Failed', 'Failed to update the request. Please try again.'])
  expect(page()).toContain('Edit RFD Request')
})

test('a stale edit shows both texts, and the chosen mix follows the newer version', async () => {
  const grace = { firstName: 'Grace', lastName: 'Mensah' }
  const current = { ...REQUEST, priority: 'critical', version: 4, changedBy: grace, changedAt: REQUEST.updatedAt }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show('/requests?edit=r1')
  type(document.querySelector<HTMLTextAreaElement>('textarea')!, 'Let them correct only that line.')
  await press('Update Request')
  expect(page()).toContain('Grace Mensah changed this request while you were editing')
  expect([...document.querySelectorAll('.picked')].map((cell) => cell.textContent)).toEqual([
    'Critical',
    'Let them correct only that line.',
  ])
  const again = { ...current, title: 'A third title', version: 5 }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current: again })
  await press('Save this mix')
  expect(page()).toContain('A third title')
  answers['PATCH /api/requests/r1'] = () => Response.json({ ...REQUEST, version: 6 })
  await press('Save this mix')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([
    { version: 3 },
    { version: 4, priority: 'critical', description: 'Let them correct only that line.' },
    { version: 5, priority: 'critical', title: 'A third title', description: 'Let them correct only that line.' },
  ])
  expect(draft('edit.r1')).toBeNull()
})

test('an edit whose answer was lost on the way is no conflict with itself', async () => {
  const current = { ...REQUEST, title: 'New', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show('/requests?edit=r1')
  const field = [...document.querySelectorAll('input')].find((input) => input.value === REQUEST.title)!
  type(field, 'New')
  await press('Update Request')
  expect(toasts()[0]?.[0]).toBe('Request Updated')
})

const COMMENTS = <CommentsTab requestId="r1" focus={{ wanted: false, taken: () => {} }} level={3} />

test('comments that cannot be read say so', async () => {
  answers['GET /api/requests/r1/comments'] = problem(500, 'Broken')
  await show('/requests', COMMENTS)
  expect(page()).toContain('Failed to fetch comments')
})

test('of a long discussion the newest part is drawn first, and more on demand', async () => {
  const many = Array.from({ length: 180 }, (_, i) => ({
    id: `c${i}`,
    comment: `Remark ${i + 1}.`,
    createdAt: REQUEST.createdAt,
    user: null,
  }))
  answers['GET /api/requests/r1/comments'] = () => Response.json(many)
  await show('/requests', COMMENTS)
  const remarks = () => [...document.querySelectorAll('.comment .prose')].map((text) => text.textContent)
  expect(remarks()).toHaveLength(50)
  expect(remarks().at(0)).toBe('Remark 131.')
  expect(remarks().at(-1)).toBe('Remark 180.')
  await press('Show 100 earlier')
  expect(remarks().at(0)).toBe('Remark 31.')
  await press('Show 30 earlier')
  expect(remarks()).toHaveLength(180)
  expect(page()).not.toContain('earlier')
})

test('of a long history the newest part is drawn first, and more on demand', async () => {
  const many = Array.from({ length: 60 }, (_, i) => ({
    id: i + 1,
    action: 'edited',
    field: 'priority',
    old: 'low',
    new: 'high',
    at: REQUEST.createdAt,
    actor: { firstName: `No${i + 1}`, lastName: 'Body' },
  }))
  answers['GET /api/requests/r1/history'] = () => Response.json(many)
  await show('/requests?request=r1')
  const events = () => [...document.querySelectorAll('.tl b')].map((name) => name.textContent)
  expect(events()).toHaveLength(50)
  expect(events().at(0)).toBe('No60 Body')
  await press('Show 10 earlier of 60')
  expect(events().at(-1)).toBe('No1 Body')
})

test('a comment is sent, told and shown, and its draft goes', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => {
    const comment = { id: 'c1', comment: 'A remark', createdAt: REQUEST.createdAt, user: null }
    answers['GET /api/requests/r1/comments'] = () => Response.json([comment])
    return Response.json(comment, { status: 201 })
  }
  await show('/requests', COMMENTS)
  await press('Add Comment')
  expect(toasts()).toEqual([['Comment Added', undefined]])
  expect(document.querySelector('.comment')?.textContent).toContain('A remark')
  expect(document.querySelector('textarea')?.value).toBe('')
  expect(draft('comment.r1')).toBeNull()
})

test('a comment that fails stays in its field', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => Promise.reject(new TypeError('network'))
  await show('/requests', COMMENTS)
  await press('Add Comment')
  expect(toasts()[0]).toEqual(['Error', 'Failed to add comment'])
  expect(document.querySelector('textarea')?.value).toBe('A remark')
})

test('a blank comment cannot be sent by the button, and by the keyboard is told', async () => {
  await show('/requests', COMMENTS)
  expect(control<HTMLButtonElement>('button', 'Add Comment').disabled).toBe(true)
  const enter = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
  act(() => void document.querySelector('textarea')?.dispatchEvent(enter))
  expect(toasts()[0]).toEqual(['Error', 'Please enter a comment'])
  expect(sent('POST')).toEqual([])
})

test('nobody sees the drafts of another person', async () => {
  keepDraft('comment.r1', 'Mine alone')
  endSession('signed-out')
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['comments.create'] }) })
  await show('/requests', COMMENTS)
  expect(document.querySelector('textarea')?.value).toBe('')
})
