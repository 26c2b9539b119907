import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { queryClient } from '../../client/query.ts'
import { startSession, updateSessionUser } from '../../client/session.ts'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { requestOptions } from '../common/api.ts'
import { RequestList } from './RequestList.tsx'
import {
  answers,
  control,
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

/** A request of the person who is signed in. It is classified, so that the list does not poll. */
const MINE = { ...REQUEST, requesterId: 'ben', classifiedAt: REQUEST.createdAt }
beforeEach(() => {
  answers['GET /api/requests'] = () => Response.json({ requests: [MINE], total: 1, exact: true })
})

// Must be the first test of the file: React logs a warning only once.
test('the rows render without a warning of React', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  await show('/requests', <RequestList />)
  expect(page()).toContain('RFD-2026-0417')
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test('a list that cannot be loaded shows an error, and a retry loads it', async () => {
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

test('a printed list names its order as the column does', async () => {
  await show('/requests?sort=createdAt&order=desc', <RequestList />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(page()).toContain('Ordered by Created, descending')
})

test('an empty list says "No requests found" and names the filter to drop', async () => {
  answers['GET /api/requests'] = () => Response.json({ requests: [], total: 0, exact: true })
  await show('/requests?status=rejected&search=zebra', <RequestList />)
  expect(page()).toContain('No requests found')
  await press('Clear all filters')
  expect(window.location.search).toBe('')
})

test('the filter to drop is named as its chip is: a person by name', async () => {
  answers['GET /api/requests'] = () => {
    const isFiltered = sent('GET').at(-1)?.path.includes('assignedTo=dan')
    return Response.json({ requests: [], total: isFiltered ? 0 : 3, exact: true })
  }
  answers['GET /api/users'] = () => Response.json([buildUser({ id: 'dan', firstName: 'Dan', lastName: 'Osei' })])
  await show('/requests?assignedTo=dan', <RequestList />)
  expect(page()).toContain('Remove “Dan Osei”')
})

test('a person whose account is not active is named in the filter as in the rows', async () => {
  const row = { ...MINE, assignedToId: 'gone', assignedTo: { firstName: 'Ben', lastName: 'Ochs' } }
  answers['GET /api/requests'] = () => Response.json({ requests: [row], total: 1, exact: true })
  await show('/requests?assignedTo=gone', <RequestList />)
  expect(document.querySelector('.chip')?.textContent).toBe('Assigned toBen Ochs')
  await press('Add filter')
  expect(control('[role=combobox]', 'Ben Ochs').textContent).not.toContain('one person')
})

test('a department that is newer than the stored session filters the list once it is known', async () => {
  await show('/requests?department=customs', <RequestList />)
  expect(sent('GET').some(({ path }) => path.includes('department='))).toBe(false)
  const customs = { key: 'customs', name: 'Customs', retiredAt: null, successor: null }
  act(() => updateSessionUser({ departments: [...FIRST_DEPARTMENTS.all, customs] }))
  await settle()
  expect(sent('GET').some(({ path }) => path.includes('department=customs'))).toBe(true)
  expect(page()).toContain('Customs')
})

test('markup in a title stays text, with the hit of a search marked in it', async () => {
  await show('/requests?search=line', <RequestList />)
  expect(document.querySelector('.row-title b')).toBeNull()
  expect(document.querySelector('.row-title mark')?.textContent).toBe('line')
})

test('a request that is found by the name of a document says so, and the name opens it', async () => {
  const name = 'Décret 12.pdf'
  const document_ = { id: 'd1', name, page: 1, pages: 3 }
  const passage = { source: 'document-name', text: name, document: document_ }
  answers['GET /api/requests'] = () => Response.json({ requests: [{ ...MINE, passage }], total: 1, exact: true })
  await show('/requests?search=decret', <RequestList />)
  expect(page()).toContain('In the name of a document: Décret 12.pdf')
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)
  expect(link?.getAttribute('href')).toBe(`/requests/${MINE.id}?document=d1`)
  expect(link?.querySelector('mark')?.textContent).toBe('Décret')
})

test('cancelling asks with the exact question and shows the answer', async () => {
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  answers['PUT /api/requests/r1/cancel'] = () =>
    Response.json({ message: 'It has been cancelled.', request: { ...MINE, status: 'cancelled', version: 4 } })
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(confirm).toHaveBeenCalledWith(
    'Are you sure you want to cancel request "Correct a "rejected" <b>line</b>"? This action cannot be undone.',
  )
  expect(toasts()).toEqual([['Request Cancelled', 'It has been cancelled.']])
  expect(sent('GET').filter(({ path }) => path === '/api/requests?limit=10')).toHaveLength(2)
})

test('a change refetches what is on the screen, and removes the rest from the cache', async () => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = () =>
    Response.json({ message: 'It has been cancelled.', request: { ...MINE, status: 'cancelled', version: 4 } })
  answers['GET /api/requests/r2'] = () => Response.json({ ...MINE, id: 'r2' })
  await show('/requests', <RequestList />)
  await queryClient.fetchQuery(requestOptions('r2'))
  await press('Cancel')
  expect(sent('GET').filter(({ path }) => path === '/api/requests/r2')).toHaveLength(1)
  expect(queryClient.getQueryData(requestOptions('r2').queryKey)).toBeUndefined()
})

test('declining the confirmation cancels nothing', async () => {
  vi.stubGlobal('confirm', () => false)
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(sent('PUT')).toEqual([])
})

test('a refused cancellation shows the error of the server', async () => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = problem(409, 'It is completed.')
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(toasts()).toEqual([['Error', 'It is completed.']])
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('network'))],
  ['a text of a proxy', () => new Response('Bad gateway', { status: 502 })],
  ['an object of a proxy', () => Response.json({ code: 502 }, { status: 502 })],
])('a cancellation that fails with %s shows our own message', async (_, answer) => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = answer
  await show('/requests', <RequestList />)
  await press('Cancel')
  expect(toasts()).toEqual([['Error', 'Failed to cancel request']])
})

test('a cancellation whose answer was lost is reported as done, not as refused', async () => {
  vi.stubGlobal('confirm', () => true)
  answers['PUT /api/requests/r1/cancel'] = () => Promise.reject(new TypeError('network'))
  await show('/requests', <RequestList />)
  await press('Cancel')
  answers['PUT /api/requests/r1/cancel'] = problem(409, 'It is cancelled already.')
  answers['GET /api/requests/r1'] = () => Response.json({ ...MINE, status: 'cancelled', version: 4 })
  await press('Cancel')
  expect(toasts()[0]).toEqual(['Request Cancelled', 'Request RFD-2026-0417 has been cancelled.'])
})

test('a person without edit and cancel rights reads "Track Only"', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['requests.cancelOwn'] }) })
  await show('/requests', <RequestList />)
  expect(page()).toContain('Track Only')
  expect(document.querySelector('[aria-label="Edit"], [aria-label="Cancel"]')).toBeNull()
})

test('a date filter keeps its field and the focus while it is edited, and Back skips the dates in between', async () => {
  await show('/requests', <RequestList />)
  await press('Add filter')
  const labelled = control<HTMLLabelElement>('label', 'Due from')
  const field = document.getElementById(labelled.htmlFor) as HTMLInputElement
  const pushed = vi.spyOn(window.history, 'pushState')
  act(() => field.focus())
  for (const date of ['0002-11-18', '0202-11-18', '2026-11-18', '2026-11-02', '2026-11-25']) type(field, date)
  await settle()
  expect(window.location.search).toBe('?dueFrom=2026-11-25')
  expect(pushed.mock.calls.map(([, , address]) => address)).toEqual(['/requests?dueFrom=2026-11-18'])
  expect(document.activeElement).toBe(field)
})

test('a date filter that ends before it begins says so', async () => {
  await show('/requests?dueFrom=2027-01-01&dueTo=2026-01-01', <RequestList />)
  await press('Add filter')
  const until = control<HTMLInputElement>('.panel input[type=date][aria-invalid=true]', '')
  expect(until.value).toBe('2026-01-01')
  expect(document.getElementById(until.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Earlier than the first date',
  )
})
