import { parseCards } from '../../../shared/dashboard-cards.ts'
import type { SignedInUser } from '../../../shared/users.ts'
import { parsePermissions } from '../roles/permissions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Policy } from '../../settings/service.ts'
import type { FoundSession, SeenAccount } from './queries.ts'
import { viewAsState } from './see-as.ts'

/** What a session means for a call. */
export interface CachedSession {
  actor: Actor
  /** end of the session, or of viewing the page as another person; milliseconds since 1970, on the program's clock */
  endsAt: number
  idleMs: number
  seenAt: number
  writtenAt: number
}

export function cachedSession(
  session: FoundSession,
  policy: Policy,
  seenBefore = 0,
  seen?: SeenAccount,
): CachedSession {
  const { sessionId, createdAt, lastSeenAt, expiresAt } = session
  const user = signedInUser(session, policy)
  const writtenAt = Date.parse(lastSeenAt)
  return {
    actor: seen
      ? seenActor(session, seen, policy)
      : { id: user.id, permissions: new Set(user.permissions), user, sessionId },
    endsAt: Math.min(
      Date.parse(expiresAt),
      // A policy made stricter also applies to sessions that are already open.
      Date.parse(createdAt) + policy.absoluteHours * 3_600_000,
      seen ? Date.parse(session.seenAsUntil!) : Infinity,
    ),
    idleMs: policy.idleMinutes * 60_000,
    seenAt: Math.max(writtenAt, seenBefore),
    writtenAt,
  }
}

/** The actor while an administrator views the page as another person; without that person's email address. */
function seenActor(session: FoundSession, seen: SeenAccount, policy: Policy): Actor {
  const user = { ...signedInUser({ ...session, ...seen, email: '' }, policy), seeing: viewAsState(session) }
  const { id, permissions } = user
  return { id, permissions: new Set(permissions), user, sessionId: session.sessionId, seenBy: session.id }
}

/** The session's own person. */
export function signedInUser(session: FoundSession, policy: Policy): SignedInUser {
  const { id, firstName, lastName, role, roleName, username, email, department } = session
  const permissions = parsePermissions(session.permissions)
  const office = {
    officeName: policy.officeName,
    officeTimeZone: policy.timeZone,
    officeWorkingDays: policy.workingDays,
    officeHolidays: policy.holidays,
    departments: [...policy.departments.all],
  }
  const own = { id, firstName, lastName, role, roleName, username, email, department, permissions }
  return { ...own, seeing: null, dashboard: parseCards(session.dashboard), ...office }
}
