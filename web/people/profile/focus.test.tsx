import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { SecuritySettings } from './SecuritySettings.tsx'
import { Sessions } from './Sessions.tsx'

const here = {
  id: 's1',
  current: true,
  userAgent: null,
  address: null,
  createdAt: '2026-11-26T08:00:00.000Z',
  lastSeenAt: '2026-11-26T09:00:00.000Z',
}
const other = { ...here, id: 's3', current: false }
let stored: object[]
let leave: () => void

beforeEach(() => {
  stored = [here, { ...other, id: 's2' }, other]
  startSession({ token: buildToken(new Date()), user: buildUser() })
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json(stored)
    stored = pathname.endsWith('/s2') ? [here, other] : [here]
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  )
const press = (name: string) =>
  act(() => {
    button(name)?.focus()
    button(name)?.click()
  })

test('the button that opened the form of a password has the focus when the form is left', () => {
  leave = renderPart(<SecuritySettings username="ada" />)
  press('Change Password')
  press('Cancel')
  expect(document.querySelector('form')).toBeNull()
  expect(document.activeElement).toBe(button('Change Password'))
})

test.each(['End the session', 'Sign out other sessions'])(
  '"%s" goes by being pressed, and the list’s heading has the focus',
  async (name) => {
    leave = renderPart(<Sessions />)
    await shows(() => expect(document.querySelectorAll('li')).toHaveLength(3))
    press(name)
    await shows(() => expect(button('Sign out other sessions')).toBeUndefined())
    expect(document.activeElement?.textContent).toBe('Your sessions')
  },
)
