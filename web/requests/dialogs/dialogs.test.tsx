import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { currentSession, updateSessionUser } from '../../client/session.ts'
import { type } from '../../testing/render.ts'
import { currentToasts } from '../../ui/toast.ts'
import RequestDialogs from '../RequestDialogs.tsx'
import { RequestList } from '../list/RequestList.tsx'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  problem,
  REQUEST,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'

withTestServer()

const TYPED = { title: 'One', description: 'Two', department: 'it', priority: 'low', dueDate: '2026-12-11' }

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

test('a due date on which the office is closed is said under it, and is sent all the same', async () => {
  updateSessionUser({ officeHolidays: [{ date: '2026-12-11', name: 'Independence Day' }] })
  keepDraft('new-request', TYPED)
  answers['POST /api/requests'] = () => Response.json(REQUEST, { status: 201 })
  await show('/dashboard?modal=new-request')
  const due = control<HTMLInputElement>('input[type=date]', '')
  const hint = () => document.getElementById(due.getAttribute('aria-describedby')!)?.textContent ?? ''
  expect(hint()).toMatch(/ · Independence Day: the office is closed$/)
  act(() => updateSessionUser({ officeHolidays: [] }))
  expect(hint()).not.toContain('closed')
  act(() => type(due, '2026-12-13'))
  expect(hint()).toMatch(/ · Sunday: the office is closed$/)
  await press('Submit Request')
  expect(sent('POST')[0]).toMatchObject({ body: { dueDate: '2026-12-13' } })
})

test('the form of a stored request says it, too', async () => {
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, dueDate: '2026-12-13' })
  await show('/requests?edit=r1')
  expect(page()).toContain(' · Sunday: the office is closed')
})

test.each(['/dashboard?modal=new-request', '/requests?edit=r1'])(
  'what was said of a draft left behind goes when it is taken up again: %s',
  async (address) => {
    await show(address)
    type(control<HTMLTextAreaElement>('.dialog textarea', ''), 'Half a sentence')
    await press('Close')
    expect(toasts()[0]?.[0]).toMatch(/kept as a draft$/)
    await act(async () => currentToasts()[0]?.links?.[0]?.onClick())
    await settle()
    expect(page()).toContain('Draft restored')
    expect(currentToasts().filter(({ open }) => open)).toEqual([])
  },
)

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
  expect(toasts()[0]).toEqual(['Update Failed', 'The server cannot be reached. Check your connection and try again.'])
  answers['PATCH /api/requests/r1'] = () => Promise.reject(new Error())
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

test('a mix that meets a third edit after its dialog was closed is told, and the text stays a draft', async () => {
  const current = { ...REQUEST, priority: 'critical', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show('/requests?edit=r1')
  type(document.querySelector<HTMLTextAreaElement>('textarea')!, 'Let them correct only that line.')
  await press('Update Request')
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['PATCH /api/requests/r1'] = () => promise
  act(() => control('button', 'Save this mix').click())
  act(() => control('button', 'Close').click())
  const third = { ...current, title: 'A third title', version: 5 }
  resolve(problem(409, 'Changed again', { code: 'stale-version', current: third })())
  await settle()
  expect(toasts()[0]).toEqual(['Update Failed', '409: Changed again'])
  expect(draft('edit.r1')).toContain('Let them correct only that line.')
})

test('an edit that was stored at the first try is told as done, also when its dialog was closed', async () => {
  const current = { ...REQUEST, title: 'New', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['PATCH /api/requests/r1'] = () => promise
  await show('/requests?edit=r1')
  const field = [...document.querySelectorAll('input')].find((input) => input.value === REQUEST.title)!
  type(field, 'New')
  act(() => control('button', 'Update Request').click())
  await act(() => vi.waitFor(() => expect(sent('PATCH')).toHaveLength(1)))
  act(() => control('button', 'Close').click())
  resolve(problem(409, 'Changed', { code: 'stale-version', current })())
  await settle()
  expect(toasts()[0]?.[0]).toBe('Request Updated')
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

test('of a long history the newest page is read first, with what was said, and the earlier one on demand', async () => {
  const at = (minute: number) => `2026-03-10T09:${minute}:00.000Z`
  const said = (id: number) => ({
    id,
    action: 'commented',
    field: null,
    old: null,
    new: null,
    version: 1,
    at: at(10 + id),
    actor: { firstName: `No${id}`, lastName: 'Body' },
  })
  const comment = (id: number) => ({ id: `c${id}`, comment: `Remark ${id}.`, createdAt: at(10 + id), user: null })
  for (const [part, before, entry] of [
    ['history', 2, said],
    ['comments', 'c2', comment],
  ] as const)
    answers[`GET /api/requests/r1/${part}`] = () => {
      const isEarlier = sent('GET')
        .findLast(({ path }) => path.includes(part))!
        .path.includes('before')
      const link = { headers: { Link: `</api/requests/r1/${part}?before=${before}>; rel="next"` } }
      return isEarlier ? Response.json([entry(1)]) : Response.json([entry(2), entry(3)], link)
    }
  await show('/requests?request=r1')
  const events = () =>
    [...document.querySelectorAll('.timeline li')].map((item) =>
      /No\d|Remark \d/g[Symbol.match](item.textContent ?? ''),
    )
  expect(events()).toEqual([
    ['No3', 'Remark 3'],
    ['No2', 'Remark 2'],
  ])
  expect(control('[role=tab]', 'Comments').textContent).toContain('2+')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('[data-sheet=request]')?.textContent).toContain('Earlier entries are left out.')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await press('Show earlier')
  expect(events().at(-1)).toEqual(['No1', 'Remark 1'])
  expect(page()).not.toContain('Show earlier')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('[data-sheet=request]')?.textContent).not.toContain('left out')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a neighbour that comes after the dialog was closed does not open it again', async () => {
  const neighbour = { ...REQUEST, id: 'r2', requestId: 'RFD-2026-0416' }
  const isSecond = () => sent('GET').at(-1)?.path.includes('page=2')
  let arrive: (answer: Response) => void = () => {}
  answers['GET /api/requests'] = () =>
    isSecond()
      ? new Promise((resolve) => (arrive = resolve))
      : Response.json({ requests: [REQUEST], total: 11, exact: true })
  await show(
    '/requests?request=r1',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  act(() => control('button', 'Next request').click())
  await vi.waitFor(() => expect(isSecond()).toBe(true))
  act(() => control('button', 'Close').click())
  arrive(Response.json({ requests: [neighbour], total: 11, exact: true }))
  await settle()
  expect(window.location.search).toBe('')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
