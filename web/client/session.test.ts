import { afterEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  endSession,
  followOtherTabs,
  forceSignOut,
  isStale,
  lastSessionEnd,
  loadSession,
  onceSignedIn,
  startSession,
  TOKEN_KEY,
  updateSessionUser,
  USER_KEY,
} from './session.ts'
import { buildToken, buildUser } from '../testing/session.ts'

const NOW = new Date('2026-11-18T09:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

function stored(token: string | null, user: unknown) {
  if (token !== null) localStorage.setItem(TOKEN_KEY, token)
  if (user !== null) localStorage.setItem(USER_KEY, typeof user === 'string' ? user : JSON.stringify(user))
}
afterEach(() => {
  endSession(null)
  localStorage.clear()
})

test('a stored token and user make a session', () => {
  stored(buildToken(hoursAgo(23)), buildUser())
  expect(loadSession(NOW.getTime())?.user.firstName).toBe('Ada')
})

test.each([
  ['only a token', buildToken(hoursAgo(1)), null],
  ['only a user', null, buildUser()],
])('%s is no session', (_what, token, user) => {
  stored(token, user)
  expect(loadSession(NOW.getTime())).toBeNull()
})

test('a stale token without a user is removed', () => {
  stored(buildToken(hoursAgo(25)), null)
  expect(loadSession(NOW.getTime())).toBeNull()
  expect(localStorage.getItem('rfd.token')).toBeNull()
})

test.each([
  ['a token older than 24 hours', buildToken(hoursAgo(24.1)), buildUser()],
  ['a token of two parts', 'one.two', buildUser()],
  ['a token whose middle is no JSON', buildToken(NOW, { payload: 'nonsense' }), buildUser()],
  ['a token that does not say when it was issued', buildToken(NOW, { payload: '{}' }), buildUser()],
  ['a user that cannot be read', buildToken(hoursAgo(1)), '{"id":'],
  ['a user without a role', buildToken(hoursAgo(1)), { id: '1', firstName: 'A', lastName: 'B' }],
])('%s is discarded together with its pair', (_what, token, user) => {
  stored(token, user)
  expect(loadSession(NOW.getTime())).toBeNull()
  expect([localStorage.getItem(TOKEN_KEY), localStorage.getItem(USER_KEY)]).toEqual([null, null])
})

test('a token is stale only after 24 whole hours', () => {
  expect(isStale(buildToken(hoursAgo(24)), NOW.getTime())).toBe(false)
  expect(isStale(buildToken(hoursAgo(24)), NOW.getTime() + 1000)).toBe(true)
})

test('signing out in another tab signs out here, without a way back', () => {
  const stop = followOtherTabs()
  startSession({ token: buildToken(NOW), user: buildUser() })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(currentSession()).toBeNull()
  expect(lastSessionEnd()).toBe('signed-out')
  stop()
})

test('a session that expires in another tab has expired here too; a sign-out there after it is one here', async () => {
  const stop = followOtherTabs()
  vi.resetModules()
  const otherTab = await import('./session.ts')
  const endIn = (end: () => void) => {
    otherTab.startSession({ token: buildToken(NOW), user: buildUser() })
    window.dispatchEvent(new StorageEvent('storage', { key: USER_KEY }))
    expect(currentSession()).not.toBeNull()
    end()
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }))
    expect(currentSession()).toBeNull()
    return lastSessionEnd()
  }
  expect(endIn(() => otherTab.forceSignOut())).toBe('expired')
  expect(endIn(() => otherTab.endSession('signed-out'))).toBe('signed-out')
  expect(endIn(() => void otherTab.loadSession(NOW.getTime() + 25 * 3_600_000))).toBe('expired')
  stop()
})

test('signing in as somebody else in another tab changes the person here', () => {
  const stop = followOtherTabs()
  startSession({ token: buildToken(NOW), user: buildUser() })
  stored(buildToken(NOW), buildUser({ id: 'ben', firstName: 'Ben' }))
  window.dispatchEvent(new StorageEvent('storage', { key: USER_KEY }))
  expect(currentSession()?.user.firstName).toBe('Ben')
  stop()
})

test('a changed name is shown and stored', () => {
  startSession({ token: buildToken(NOW), user: buildUser() })
  updateSessionUser({ firstName: 'Adelaide' })
  expect(currentSession()?.user.firstName).toBe('Adelaide')
  expect(loadSession(NOW.getTime())?.user.firstName).toBe('Adelaide')
})

test('a forced sign-out removes what is stored', () => {
  startSession({ token: buildToken(NOW), user: buildUser() })
  forceSignOut()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(lastSessionEnd()).toBe('expired')
})

test('what waits for a sign-in begins with the first one, and at once for somebody signed in', () => {
  const act = vi.fn()
  onceSignedIn(act)
  expect(act).not.toHaveBeenCalled()
  startSession({ token: buildToken(hoursAgo(0)), user: buildUser() })
  endSession(null)
  startSession({ token: buildToken(hoursAgo(0)), user: buildUser() })
  expect(act).toHaveBeenCalledTimes(1)
  onceSignedIn(act)
  expect(act).toHaveBeenCalledTimes(2)
})
