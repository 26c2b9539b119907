import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { ChecklistCard } from './ChecklistCard.tsx'

let leave = () => {}
afterEach(() => {
  leave()
  endSession(null)
  vi.unstubAllGlobals()
})

test('a dismissed checklist leaves the focus to the heading of the page', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ role: 'admin' }) })
  vi.stubGlobal('fetch', async (_url: URL, { method }: RequestInit) =>
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ isShown: true, done: [] }),
  )
  leave = renderPart(
    <main>
      <h1 tabIndex={-1}>Dashboard</h1>
      <ChecklistCard />
    </main>,
  )
  await shows(() => expect(document.querySelector('button')).not.toBeNull())
  act(() => {
    document.querySelector('button')?.focus()
    document.querySelector('button')?.click()
  })
  await shows(() => expect(document.querySelector('button')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Dashboard')
})
