import type { Session } from '../../../shared/users.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import { fieldError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { deleteSessions, sessionsOf } from './queries.ts'
import { deleteOtherSessions, isOpen } from './service.ts'

/** The person's own valid sessions, newest first. */
export async function listSessions({ db, clock, settings }: Deps, actor: Actor): Promise<Session[]> {
  const [rows, policy] = await Promise.all([sessionsOf(db.read, actor.id), settings.policy()])
  const now = clock()
  return rows
    .filter((row) => row.id === actor.sessionId || isOpen(row, policy, now))
    .map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      userAgent: row.user_agent,
      address: row.address,
      current: row.id === actor.sessionId,
    }))
}

/** @throws AppError `not-found` for a session that isn't the person's own */
export async function endOwnSession(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { db, clock, sessions } = deps
  await db.write(async (tx) => {
    const own = (await sessionsOf(tx, actor.id)).some((session) => session.id === id)
    if (!own) throw fieldError('not-found', 'id', text('This session has already ended.'))
    await deleteSessions(tx, [id])
    await record(tx, clock, { actorId: actor.id, action: 'session.ended', targetType: 'user', targetId: actor.id })
  })
  sessions.forgetSessions([id])
}

/** Ends every session of the person except the calling one. */
export async function endOtherSessions(deps: Deps, actor: Actor): Promise<void> {
  const { db, clock, sessions } = deps
  await db.write(async (tx) => {
    const ended = await deleteOtherSessions(tx, actor)
    if (ended === 0) return
    await record(tx, clock, {
      actorId: actor.id,
      action: 'session.others-ended',
      targetType: 'user',
      targetId: actor.id,
      details: { ended },
    })
  })
  sessions.forgetUser(actor.id)
}
