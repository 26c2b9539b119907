import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DOCUMENT_SETTINGS } from '../../../shared/document-settings.ts'
import { currentSession, updateSessionUser } from '../../client/session.ts'
import { windowUploads } from '../../documents/window-uploads.ts'
import { shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import { currentToasts } from '../../ui/toast.ts'
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

const uploader = () => windowUploads.of('new-request')

withTestServer()
afterEach(() => uploader().stop())

const TYPED = { title: 'One', description: 'Two', department: 'it', priority: 'low', dueDate: '2026-12-11' }

test('a new request is sent once with its key and confirmed, and the dialog returns to the dashboard', async () => {
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

test('after a failure the same text is sent with the same key, and nothing typed is lost', async () => {
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

test('a person who may not submit requests learns it before filling in the form', async () => {
  await show('/dashboard?modal=new-request')
  expect(page()).not.toContain('Your role cannot submit requests')
  act(() => updateSessionUser({ permissions: ['requests.edit'] }))
  expect(page()).toContain('Your role cannot submit requests')
})

test('while the page is seen as somebody else, the form says that nothing can be changed, and cannot be filled in', async () => {
  await show('/dashboard?modal=new-request')
  expect(page()).toContain('Submit Request')
  act(() => updateSessionUser({ seeing: { by: 'Cleo Varga', until: new Date(Date.now() + 60_000).toISOString() } }))
  expect(page()).toContain('Nothing can be changed. Stop that first')
  expect(page()).not.toContain('Submit Request')
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input[name=title], form textarea')]
  expect(fields.map(({ readOnly }) => readOnly)).toEqual([true, true])
})

test('an expired session is reported, and two seconds later the person is signed out with the draft kept', async () => {
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

test('a file added while the request is being created is kept for the next one', async () => {
  const file = { id: 'u1', name: 'Annex.pdf', size: 1 }
  keepDraft('new-request', { ...TYPED, files: JSON.stringify([{ key: 'a', ...file }]) })
  answers['GET /api/uploads/u1'] = () => Response.json({ ...file, received: 1 })
  answers['POST /api/uploads'] = () => Response.json({ id: 'u2', name: 'Budget.pdf', size: 1, received: 1 })
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['POST /api/requests'] = () => promise
  await show('/dashboard?modal=new-request')
  act(() => control('button', 'Submit Request').click())
  await shows(() => expect(sent('POST')).toMatchObject([{ body: { uploadIds: ['u1'] } }]))
  act(() => control('.dialog footer button', 'Cancel').click())
  act(() => uploader().add([new File(['x'], 'Budget.pdf')], DOCUMENT_SETTINGS))
  resolve(Response.json(REQUEST, { status: 201 }))
  await settle()
  expect(uploader().items.get()).toMatchObject([{ name: 'Budget.pdf' }])
})

test('a request that cannot be prepared is reported, and nothing is sent', async () => {
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

test('a due date on which the office is closed gets a hint, and is sent all the same', async () => {
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
