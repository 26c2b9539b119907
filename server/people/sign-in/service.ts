import { randomBytes } from 'node:crypto'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import type { Policy } from '../../settings/service.ts'
import { deleteExpired, deleteSessions, getSession, insertSession, type SessionRow, sessionsOf } from './queries.ts'
import { signToken } from './token.ts'

/** Where a person signed in from, as shown in their list of sessions. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

interface Start {
  userId: string
  origin: Origin
  policy: Policy
  now: Date
}

/** Opens a session, and ends the person's oldest ones beyond the policy's limit. */
export async function startSession(tx: Tx, { userId, origin, policy, now }: Start) {
  const at = now.toISOString()
  await deleteExpired(tx, at)
  // Locks the account's row on PostgreSQL, so that two concurrent sign-ins do not count the same sessions.
  await tx.updateTable('users').set({ last_login_at: at, last_active_at: at }).where('id', '=', userId).execute()
  const open = (await sessionsOf(tx, userId)).filter((session) => isOpen(session, policy, now))
  const ended = open.slice(policy.maxSessions - 1).map((session) => session.id)
  await deleteSessions(tx, ended)

  const session: SessionRow = {
    id: randomBytes(16).toString('base64url'),
    user_id: userId,
    created_at: at,
    last_seen_at: at,
    expires_at: new Date(now.getTime() + policy.absoluteHours * 3_600_000).toISOString(),
    user_agent: origin.userAgent?.slice(0, 300) ?? null,
    address: origin.address,
    seen_as_id: null,
    seen_as_until: null,
  }
  await insertSession(tx, session)
  return { session, ended }
}

/**
 * As `startSession`, and returns the signed-in person. Read inside the transaction: afterwards further sign-ins may
 * already have ended this session as the oldest.
 */
export async function startSignedIn(tx: Tx, start: Start) {
  const started = await startSession(tx, start)
  return { ...started, signedIn: await getSession(tx, started.session.id) }
}

/** The token that names a session. */
export function tokenFor(session: SessionRow, secretKey: Buffer): string {
  const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)
  const claims = {
    sub: session.user_id,
    sid: session.id,
    iat: seconds(session.created_at),
    exp: seconds(session.expires_at),
  }
  return signToken(claims, secretKey)
}

/** Signs a person out everywhere, within the transaction of another change; call `sessions.forgetUser` after its commit. */
export async function deleteSessionsOf(tx: Tx, userId: string): Promise<number> {
  const all = await sessionsOf(tx, userId)
  return deleteSessions(
    tx,
    all.map((session) => session.id),
  )
}

/**
 * Ends the actor's other sessions within the transaction of another change; call `sessions.forgetUser` after its
 * commit.
 */
export async function deleteOtherSessions(tx: Tx, actor: Actor): Promise<number> {
  const others = (await sessionsOf(tx, actor.id)).filter((session) => session.id !== actor.sessionId)
  return deleteSessions(
    tx,
    others.map((session) => session.id),
  )
}

/**
 * Signs out. A session that has already ended is not an error.
 * @throws AppError `unavailable` when that could not be stored, for example on a full disk; the session has ended all
 *   the same
 */
export async function endSession({ db, clock, sessions }: Deps, id: string, userId: string): Promise<void> {
  const store = () =>
    db.write(async (tx) => {
      if ((await deleteSessions(tx, [id])) === 0) return
      await record(tx, clock, { actorId: userId, action: 'session.ended', targetType: 'user', targetId: userId })
    })
  await sessions.end(id, store).catch((cause: unknown) => {
    const message =
      'You are signed out. The server could not store that yet and keeps trying. If it is restarted before it ' +
      'succeeds, the session is open again until it expires.'
    throw new AppError('unavailable', message, { cause })
  })
}

export function isOpen(session: SessionRow, policy: Policy, now: Date): boolean {
  const idleSince = now.getTime() - Date.parse(session.last_seen_at)
  return session.expires_at > now.toISOString() && idleSince < policy.idleMinutes * 60_000
}
