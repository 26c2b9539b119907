import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '../../shared/users.ts'
import { readStored, removeStored, store } from './storage.ts'

export const TOKEN_KEY = 'rfd.token'
export const USER_KEY = 'rfd.user'
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

export interface PageSession {
  token: string
  user: SignedInUser
}

/** Why nobody is signed in: after an expiry the way back is kept, after Sign Out it isn't. */
export type SessionEnd = 'expired' | 'signed-out' | null

let session: PageSession | null = null
let end: SessionEnd = null
const listeners = new Set<() => void>()

function change(next: PageSession | null, why: SessionEnd): void {
  session = next
  end = why
  for (const listener of listeners) listener()
}

export function currentSession(): PageSession | null {
  return session
}

export function lastSessionEnd(): SessionEnd {
  return end
}

/** Reads the stored session when the page loads; what is stale or cannot be read is discarded, token and user together. */
export function loadSession(now = Date.now()): PageSession | null {
  const found = readSession()
  if (found === 'none') change(null, null)
  else if (found === 'broken' || isStale(found.token, now)) {
    discard()
    change(null, found === 'broken' ? null : 'expired')
  } else change(found, null)
  return session
}

export function startSession(next: PageSession): void {
  store(TOKEN_KEY, next.token)
  store(USER_KEY, JSON.stringify(next.user))
  change(next, null)
}

/** Takes over what the server says about the signed-in person, such as a new name. */
export function updateSessionUser(user: Partial<SignedInUser>): void {
  if (!session) return
  const next = { ...session.user, ...user }
  if (JSON.stringify(next) !== JSON.stringify(session.user)) startSession({ token: session.token, user: next })
}

export function endSession(why: SessionEnd): void {
  discard()
  change(null, why)
}

let ending: ReturnType<typeof setTimeout> | undefined

/** Signs out because the server no longer knows the session. Drafts stay. A session begun since `token` is left alone. */
export function forceSignOut(token: string | undefined = session?.token, delayMs = 0): void {
  const finish = () => {
    if (session && session.token === token) endSession('expired')
  }
  clearTimeout(ending)
  if (delayMs > 0) ending = setTimeout(finish, delayMs)
  else finish()
}

/** Other tabs follow: signing in or out in one of them is seen by all. @returns stops following */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== USER_KEY && event.key !== null) return
    const found = readSession()
    if (typeof found === 'object') change(found, null)
    else if (session) change(null, 'signed-out')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): PageSession | null {
  return useSyncExternalStore(subscribeToSession, currentSession)
}

/** Whether a token is older than 24 hours, or no token of three parts that says when it was issued. */
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
  const token = readStored(TOKEN_KEY)
  const stored = readStored(USER_KEY)
  if (!token || !stored) return 'none'
  try {
    const user: unknown = JSON.parse(stored)
    return isUser(user) ? { token, user } : 'broken'
  } catch {
    return 'broken'
  }
}

/** Checked by hand: the contract's schema would put the schema library on the sign-in page. */
function isUser(user: unknown): user is SignedInUser {
  if (typeof user !== 'object' || user === null) return false
  const fields = user as Partial<Record<keyof SignedInUser, unknown>>
  const texts = [fields.id, fields.firstName, fields.lastName, fields.role]
  return texts.every((text) => typeof text === 'string') && Array.isArray(fields.permissions)
}

function discard(): void {
  removeStored(TOKEN_KEY)
  removeStored(USER_KEY)
}
