import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { startSession } from '../../client/session.ts'
import { shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import {
  answers,
  control,
  draft,
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
import { buildToken, buildUser } from '../../testing/session.ts'
import { RequestList } from '../list/RequestList.tsx'
import RequestDialogs from '../RequestDialogs.tsx'

withTestServer()

test('the edit form also shows that the office is closed on the due date', async () => {
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, dueDate: '2026-12-13' })
  await show('/requests?edit=r1')
  expect(page()).toContain(' · Sunday: the office is closed')
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

test('the title of a form opened from the list is not selected: a key would replace it', async () => {
  await show(
    '/requests',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  act(() => control('button', 'Edit').focus())
  await press('Edit')
  const title = control<HTMLInputElement>('input[name=title]', '')
  await shows(() => expect(document.activeElement).toBe(title))
  await settle()
  expect(title.selectionEnd).toBe(title.selectionStart)
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

test('a mix that meets a third edit after its dialog was closed is reported, and the text stays a draft', async () => {
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

test('what is typed into the form again while a mix is saved stays there, and a draft', async () => {
  const current = { ...REQUEST, priority: 'critical', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show(
    '/requests?edit=r1',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  const description = () => document.querySelector<HTMLTextAreaElement>('textarea')!
  type(description(), 'Let them correct only that line.')
  await press('Update Request')
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['PATCH /api/requests/r1'] = () => promise
  act(() => control('button', 'Save this mix').click())
  act(() => control('button', 'Close').click())
  act(() => control('button', 'Edit').click())
  await shows(() => expect(description().value).toBe('Let them correct only that line.'))
  type(description(), 'Typed since.')
  await shows(() => expect(draft('edit.r1')).toContain('Typed since.'))
  resolve(Response.json({ ...REQUEST, version: 5 }))
  await settle()
  expect(toasts()[0]?.[0]).toBe('Request Updated')
  expect(description().value).toBe('Typed since.')
  expect(draft('edit.r1')).toContain('Typed since.')
})

test('"Keep all of mine" leaves the assignee to those who may assign', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', permissions: ['requests.edit'] }) })
  const assignedTo = { id: 'dan', firstName: 'Dan', lastName: 'Else' }
  const current = {
    ...REQUEST,
    assignedToId: 'dan',
    assignedTo,
    version: 4,
    changedBy: null,
    changedAt: REQUEST.updatedAt,
  }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show('/requests?edit=r1')
  type(document.querySelector<HTMLTextAreaElement>('textarea')!, 'Let them correct only that line.')
  await press('Update Request')
  expect(document.querySelector<HTMLInputElement>('[name=keep-assignedToId]')?.disabled).toBe(true)
  expect(page()).toContain('Your role cannot assign requests')
  answers['PATCH /api/requests/r1'] = () => Response.json({ ...REQUEST, version: 5 })
  await press('Keep all of mine')
  expect(sent('PATCH')[1]?.body).toMatchObject({
    assignedToId: 'dan',
    description: 'Let them correct only that line.',
    version: 4,
  })
  expect(toasts()).toEqual([
    [
      'Request Updated',
      'The RFD request has been successfully updated. The other person’s value is kept for Assigned to.',
    ],
  ])
})

test('an edit that was stored at the first try is reported as done, also when its dialog was closed', async () => {
  const current = { ...REQUEST, title: 'New', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['PATCH /api/requests/r1'] = () => promise
  await show('/requests?edit=r1')
  const field = [...document.querySelectorAll('input')].find((input) => input.value === REQUEST.title)!
  type(field, 'New')
  act(() => control('button', 'Update Request').click())
  await act(() => vi.waitFor(() => expect(sent('PATCH')).toHaveLength(1), { timeout: 300_000 }))
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
