import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { updateSessionUser } from '../../client/session.ts'
import { answers, page, show, withTestServer } from '../../testing/request-screens.tsx'
import { Shell } from './Shell.tsx'

withTestServer()

const SEEING = { by: 'Cleo Varga', until: new Date(Date.now() + 60_000).toISOString() }

async function showShellAt(address: string): Promise<void> {
  answers['GET /api/dashboard/stats'] = () => Response.json({})
  const shell = <Shell preloadScreens={() => () => {}} />
  await show(
    address,
    <Routes>
      <Route element={shell}>
        <Route path="*" element={<p>What the page shows</p>} />
      </Route>
    </Routes>,
  )
}

test.each(['/profile', '/ai-assistant', '/audit'])(
  'while the page is seen as somebody else, %s is closed and asks for nothing',
  async (address) => {
    await showShellAt(address)
    expect(page()).toContain('What the page shows')
    act(() => updateSessionUser({ seeing: SEEING }))
    expect(page()).not.toContain('What the page shows')
    expect(page()).toContain('Not shown while you see the page as')
    act(() => updateSessionUser({ seeing: null }))
    expect(page()).toContain('What the page shows')
  },
)

test('other pages stay open', async () => {
  await showShellAt('/requests')
  act(() => updateSessionUser({ seeing: SEEING }))
  expect(page()).toContain('What the page shows')
})
