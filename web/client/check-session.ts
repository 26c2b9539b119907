import { get } from './api.ts'
import type { SignedInUser } from '../../shared/users.ts'
import { currentSession, updateSessionUser } from './session.ts'

/** Least time between two checks on return. */
const CHECK_EVERY_MS = 60_000

/** Applies a changed name, role or permission, and detects at once that the stored session is no longer valid. */
export function checkSession(): void {
  const session = currentSession()
  if (!session) return
  get<{ user: SignedInUser }>('/api/auth/validate').then(
    ({ user }) => {
      // A session changed on this page meanwhile is newer than the answer.
      if (currentSession() === session) updateSessionUser(user)
      else checkSession()
    },
    // A 401 has already signed out; without a connection there is no news.
    () => {},
  )
}

/** Checks the session when somebody comes back to the tab, at most once a minute. @returns stops it */
export function checkSessionOnReturn(): () => void {
  let checkedAt = Date.now()
  const check = () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    checkSession()
  }
  document.addEventListener('visibilitychange', check)
  return () => document.removeEventListener('visibilitychange', check)
}
