import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { startSession } from '../../client/session.ts'
import { type } from '../../testing/render.ts'
import { answers, control, press, settle, show, withTestServer } from '../../testing/request-screens.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { AccessPage } from './AccessPage.tsx'

withTestServer()

const number = () => document.querySelector<HTMLInputElement>('input')!

beforeEach(async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ role: 'admin', permissions: ['roles.manage'] }) })
  answers['GET /api/access/dan'] = () =>
    Response.json({
      person: { id: 'dan', firstName: 'Dan', lastName: 'Else', role: 'user', roleName: 'User', isActive: false },
      permissions: [],
      request: null,
      areas: [],
    })
  await show('/team/access?person=dan', <AccessPage />)
})

test('the form keeps the focus when it is sent', async () => {
  type(number(), ' RFD-2026-0042 ')
  const explain = control<HTMLButtonElement>('button', 'Explain')
  act(() => {
    explain.focus()
    explain.click()
  })
  await settle()
  expect(window.location.search).toBe('?person=dan&about=RFD-2026-0042')
  expect(number().value).toBe('RFD-2026-0042')
  expect(document.activeElement).toBe(control('button', 'Explain'))
})

test('the number follows Back', async () => {
  type(number(), 'RFD-2026-0042')
  await press('Explain')
  act(() => window.history.back())
  await settle()
  expect(window.location.search).toBe('?person=dan')
  expect(number().value).toBe('')
})
