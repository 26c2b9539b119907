import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CARDS } from '../../shared/dashboard-cards.ts'
import type { SignedInUser } from '../../shared/users.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { ApiError } from './api-error.ts'
import { checkSession, checkSessionOnReturn } from './check-session.ts'
import { buildQueryClient } from './query.ts'
import { currentSession, endSession, startSession, updateSessionUser } from './session.ts'

/** Resolvers of the page's calls, in order. */
let resolvers: ((user: SignedInUser) => void)[]

beforeEach(() => {
  resolvers = []
  vi.stubGlobal('fetch', ({ pathname }: URL) => {
    expect(pathname).toBe('/api/auth/validate')
    return new Promise<Response>((resolve) => resolvers.push((user) => resolve(Response.json({ user }))))
  })
  startSession({ token: buildToken(new Date()), user: buildUser() })
})
afterEach(() => {
  endSession(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const isAsked = (times: number) => expect.poll(() => resolvers).toHaveLength(times)
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a name that was changed elsewhere is taken over', async () => {
  checkSession()
  await isAsked(1)
  resolvers[0]?.(buildUser({ firstName: 'Adele' }))
  await expect.poll(() => currentSession()?.user.firstName).toBe('Adele')
  await settled()
  expect(resolvers).toHaveLength(1)
})

test('an answer older than a change on the page does not overwrite it: the page checks again', async () => {
  checkSession()
  await isAsked(1)
  const dashboard = DEFAULT_CARDS.toReversed()
  updateSessionUser({ dashboard })
  resolvers[0]?.(buildUser())
  await isAsked(2)
  expect(currentSession()?.user.dashboard).toEqual(dashboard)
  resolvers[1]?.(buildUser({ dashboard, firstName: 'Adele' }))
  await expect.poll(() => currentSession()?.user).toMatchObject({ dashboard, firstName: 'Adele' })
})

test('a person who has signed out meanwhile stays signed out', async () => {
  checkSession()
  await isAsked(1)
  endSession('signed-out')
  resolvers[0]?.(buildUser())
  await settled()
  expect(currentSession()).toBeNull()
  expect(resolvers).toHaveLength(1)
})

const refuse = () => Promise.reject(new ApiError(403, '403: No', 'No', { error: 'No', code: 'not-allowed' }))

test.each([
  ['read', (client: QueryClient) => client.fetchQuery({ queryKey: ['/api/x'], queryFn: refuse })],
  [
    'change',
    (client: QueryClient) => client.getMutationCache().build(client, { mutationFn: refuse }).execute(undefined),
  ],
])('after a refused %s the page has the permissions of now', async (_, call) => {
  await expect(call(buildQueryClient())).rejects.toThrow('403')
  await isAsked(1)
  resolvers[0]?.(buildUser({ permissions: ['analytics.view'] }))
  await expect.poll(() => currentSession()?.user.permissions).toEqual(['analytics.view'])
})

test('the session is checked when somebody comes back to the tab, at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const stop = checkSessionOnReturn()
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  comeBack()
  vi.setSystemTime(Date.now() + 60_000)
  comeBack()
  comeBack()
  await isAsked(1)
  await settled()
  expect(resolvers).toHaveLength(1)
  stop()
})
