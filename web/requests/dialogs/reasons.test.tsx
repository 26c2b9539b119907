import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { startSession } from '../../client/session.ts'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { RequestList } from '../list/RequestList.tsx'
import RequestDialogs from '../RequestDialogs.tsx'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  REQUEST,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'

withTestServer()

const CANCELLED = { ...REQUEST, status: 'cancelled', version: 4 }
const reasonField = () => document.querySelector<HTMLTextAreaElement>('.dialog textarea')!
const submit = async () => {
  act(() => control<HTMLButtonElement>('.dialog footer button', 'Cancel Request').click())
  await settle()
}

test('a manager who cancels another’s request is asked why, in the page', async () => {
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  answers['PUT /api/requests/r1/cancel'] = () =>
    Response.json({ message: 'It has been cancelled.', request: CANCELLED })
  await show(
    '/requests',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  await press('Cancel')
  expect(window.location.search).toBe('?cancel=r1')
  await submit()
  expect(page()).toContain('Please give a reason')
  expect(document.activeElement).toBe(reasonField())
  expect(sent('PUT')).toEqual([])

  act(() => type(reasonField(), ' Covered by another. '))
  await submit()
  expect(sent('PUT')).toMatchObject([{ body: { reason: 'Covered by another.' } }])
  expect(toasts()[0]).toEqual(['Request Cancelled', 'It has been cancelled.'])
  expect(confirm).not.toHaveBeenCalled()
  expect(draft('cancel.r1')).toBeNull()
})

test('a half-typed reason is restored, also after a refusal', async () => {
  keepDraft('cancel.r1', 'Because of the')
  await show('/requests?cancel=r1')
  expect(reasonField().value).toBe('Because of the')
  answers['PUT /api/requests/r1/cancel'] = () => Response.json({ error: 'Not now.', code: 'x' }, { status: 503 })
  await submit()
  expect(toasts()[0]).toEqual(['Error', 'Not now.'])
  expect(reasonField().value).toBe('Because of the')
})

test('without the permission to cancel, the details open instead and can be closed', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: [] }) })
  await show('/requests?cancel=r1')
  expect(document.querySelector('.dialog')?.textContent).toContain(REQUEST.requestId)
  await press('Close')
  expect(window.location.search).toBe('')
  expect(document.querySelector('.dialog')).toBeNull()
})

test('a request that was finished meanwhile cannot be cancelled', async () => {
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, status: 'completed' })
  await show('/requests?cancel=r1')
  expect(page()).toContain('This request is completed now, so it cannot be cancelled.')
  expect(document.querySelector('.dialog textarea')).toBeNull()
})

test('a conflict that turns the move into a reopening asks for the reason before it saves', async () => {
  const current = { ...REQUEST, status: 'rejected', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  const mine = { ...REQUEST, status: 'in_progress' }
  answers['GET /api/requests/r1'] = () => Response.json(mine)
  answers['PATCH /api/requests/r1'] = () =>
    Response.json({ error: 'Stale.', code: 'stale-version', current }, { status: 409 })
  const { id: _, ...base } = { ...mine, version: 3 }
  keepDraft('edit.r1', { title: 'Mine', status: 'pending', base })
  await show('/requests?edit=r1')
  await press('Update Request')
  await press('Save this mix')
  expect(page()).toContain('Please give a reason')
  expect(sent('PATCH')).toHaveLength(1)
  act(() => type(reasonField(), 'It is wanted after all.'))
  await press('Save this mix')
  expect(sent('PATCH')[1]).toMatchObject({ body: { status: 'pending', reason: 'It is wanted after all.', version: 4 } })
})
