import type { SignedInUser } from '../../shared/users.ts'
import { Store, useStore } from '../ui/store.ts'
import { onDevice } from './storage.ts'

export const TOKEN_KEY = 'rfd.token'
export const USER_KEY = 'rfd.user'
/** Tells the other tabs that the session has expired; absent after Sign Out. */
const END_KEY = 'rfd.end'
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

export interface PageSession {
  token: string
  user: SignedInUser
}

/** Why the session ended. Signing in again returns to the same address after an expiry, but not after Sign Out. */
export type SessionEnd = 'expired' | 'signed-out' | null

/** One session for the whole page. */
const state = new Store<{ session: PageSession | null; end: SessionEnd }>({ session: null, end: null })

const change = (session: PageSession | null, end: SessionEnd) => state.set({ session, end })

export function currentSession(): PageSession | null {
  return state.get().session
}

export function lastSessionEnd(): SessionEnd {
  return state.get().end
}

/** Reads the stored session when the page loads. A stale or unreadable one is discarded, token and user together. */
export function loadSession(now = Date.now()): PageSession | null {
  const stored = readSession()
  if (stored === 'none') {
    // A fresh token alone may be another tab's, between its two writes.
    const token = onDevice.read(TOKEN_KEY)
    if (token && isStale(token, now)) discard(null)
    change(null, null)
  } else if (stored === 'broken' || isStale(stored.token, now)) endSession(stored === 'broken' ? null : 'expired')
  else change(stored, null)
  return currentSession()
}

export function startSession(next: PageSession): void {
  onDevice.remove(END_KEY)
  onDevice.store(TOKEN_KEY, next.token)
  onDevice.store(USER_KEY, JSON.stringify(next.user))
  change(next, null)
}

/** Takes over what the server says about the signed-in person, such as a new name. */
export function updateSessionUser(user: Partial<SignedInUser>): void {
  const session = currentSession()
  if (!session) return
  const next = { ...session.user, ...user }
  if (JSON.stringify(next) !== JSON.stringify(session.user)) startSession({ token: session.token, user: next })
}

export function endSession(why: SessionEnd): void {
  discard(why)
  change(null, why)
}

/** Timer of a delayed sign-out. */
let ending: ReturnType<typeof setTimeout> | undefined

/** Signs out because the server no longer knows the session. Drafts stay. A session begun since `token` is left alone. */
export function forceSignOut(token: string | undefined = currentSession()?.token, delayMs = 0): void {
  const finish = () => {
    const session = currentSession()
    if (session && session.token === token) endSession('expired')
  }
  clearTimeout(ending)
  if (delayMs > 0) ending = setTimeout(finish, delayMs)
  else finish()
}

/** Follows sign-in and sign-out in other tabs. @returns stops following */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== USER_KEY && event.key !== null) return
    const stored = readSession()
    if (typeof stored === 'object') change(stored, null)
    else if (currentSession()) change(null, onDevice.read(END_KEY) === 'expired' ? 'expired' : 'signed-out')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** @returns stops listening */
export const subscribeToSession = state.subscribe

/** Now, or when somebody signs in, here or in another tab. */
export function onceSignedIn(act: () => void): void {
  if (currentSession()) return act()
  const stop = subscribeToSession(() => {
    if (!currentSession()) return
    stop()
    act()
  })
}

export function useSession(): PageSession | null {
  return useStore(state).session
}

/** Whether a token is older than 24 hours, or malformed: not three parts, or without `iat`. */
export function isStale(token: string, now: number): boolean {
  const parts = token.split('.')
  if (parts.length !== 3) return true
  try {
    const payload: unknown = JSON.parse(atob((parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const issued = typeof payload === 'object' && payload !== null && 'iat' in payload ? payload.iat : undefined
    return typeof issued !== 'number' || now - issued * 1000 > STALE_AFTER_MS
  } catch {
    return true
  }
}

function readSession(): PageSession | 'none' | 'broken' {
  const token = onDevice.read(TOKEN_KEY)
  const stored = onDevice.read(USER_KEY)
  if (!token || !stored) return 'none'
  try {
    const user: unknown = JSON.parse(stored)
    return isUser(user) ? { token, user } : 'broken'
  } catch {
    return 'broken'
  }
}

/** Checked by hand: the contract's schema would pull the schema library into the sign-in page. */
function isUser(user: unknown): user is SignedInUser {
  if (typeof user !== 'object' || user === null) return false
  const fields = user as Partial<Record<keyof SignedInUser, unknown>>
  const texts = [fields.id, fields.firstName, fields.lastName, fields.role]
  return texts.every((text) => typeof text === 'string') && Array.isArray(fields.permissions)
}

function discard(why: SessionEnd): void {
  // Before the token: its removal is the event that the other tabs follow.
  if (why === 'expired') onDevice.store(END_KEY, why)
  else onDevice.remove(END_KEY)
  onDevice.remove(TOKEN_KEY)
  onDevice.remove(USER_KEY)
}
