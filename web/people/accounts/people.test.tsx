import { beforeEach, expect, test, vi } from 'vitest'
import { EVA } from '../../testing/person.ts'
import { answers, page, press, sent, show, withTestServer } from '../../testing/request-screens.tsx'
import { OneTimeLink } from './OneTimeLink.tsx'
import { People } from './People.tsx'

withTestServer()

beforeEach(() => {
  answers['GET /api/people'] = () =>
    Response.json({ people: [EVA], total: 1, counts: { active: 0, invited: 1, inactive: 0 } })
  answers['GET /api/people/eva'] = () => Response.json(EVA)
  answers['GET /api/roles'] = () => Response.json({ roles: [] })
})

test('an account that was looked at is closed for good: Back does not open it again', async () => {
  const pushed = vi.spyOn(window.history, 'pushState')
  await show('/team/users', <People />)
  await press('Manage Eva Stone')
  expect(window.location.search).toBe('?person=eva')
  await press('Close')
  expect(window.location.search).toBe('')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(pushed).toHaveBeenCalledOnce()
})

test('an invitation ends at a time, not only on a day', async () => {
  await show('/team/users', <People />)
  expect(page()).toContain('Invited until 27 Nov 2026, 09:14')
})

test('accounts that share an email address are named, and shown when asked for', async () => {
  const counts = { active: 3, invited: 1, inactive: 0, sharedEmail: 2 }
  answers['GET /api/people'] = () => Response.json({ people: [EVA], total: 1, counts })
  await show('/team/users?search=stone&page=2', <People />)
  expect(page()).toContain('2 accounts share an email address')
  await press('Show these accounts')
  expect(window.location.search).toBe('?email=shared&sort=email')
  expect(sent('GET').at(-1)!.path).toContain('email=shared')
  await press('Show everybody')
  expect(window.location.search).toBe('?sort=email')
})

test('without such accounts nothing is said about them', async () => {
  answers['GET /api/people'] = () =>
    Response.json({ people: [EVA], total: 1, counts: { active: 3, invited: 1, inactive: 0, sharedEmail: 0 } })
  await show('/team/users', <People />)
  expect(page()).not.toContain('email address')
})

test('a link ends at a time, too, and says whether it was sent', async () => {
  const link = { kind: 'password' as const, token: 'secret', expiresAt: '2026-11-27T09:14:00.000Z', mailedTo: null }
  await show('/team/users', <OneTimeLink person={EVA} link={link} />)
  expect(page()).toContain('It works once, until 27 Nov 2026, 09:14')
  expect(page()).toContain('It was not sent by mail')
  await show('/team/users', <OneTimeLink person={EVA} link={{ ...link, mailedTo: 'eva@office.example' }} />)
  expect(page()).toContain('It was sent to eva@office.example.')
})
