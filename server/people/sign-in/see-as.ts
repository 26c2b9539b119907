import { notGrantable } from '../../../shared/granting.ts'
import { fullName } from '../../../shared/people.ts'
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { SEE_AS_MINUTES } from '../../../shared/see-as.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Policy } from '../../settings/service.ts'
import type { Deps } from './deps.ts'
import { findSeen, type FoundSession, type SeenAccount, setSeenAs } from './queries.ts'

/**
 * Why a person may not view the page as another one, if so: viewing must never reveal more than the viewer may see.
 * Checked at the start and again with every call.
 */
function viewAsRefusal(
  asker: Pick<Actor, 'id' | 'permissions'>,
  seen: SeenAccount,
  policy: Policy,
): string | undefined {
  if (seen.id === asker.id) return 'You already see the page as yourself.'
  if (notGrantable(asker, parsePermissions(seen.permissions)).length > 0) {
    return 'This person may do more than you, so you cannot see the page as they do.'
  }
  if (policy.visibility === 'own' && !asker.permissions.has('requests.viewAll')) {
    return 'You cannot see every request yourself, so you cannot see the page as somebody else.'
  }
  return undefined
}

/** The account that this session views the page as; undefined once that has expired or is no longer allowed. */
export async function viewedAccount(
  { db, config, clock }: Pick<Deps, 'db' | 'clock'> & { config: { demo: boolean } },
  session: FoundSession,
  policy: Policy,
): Promise<SeenAccount | undefined> {
  if (!session.seenAsId || !session.seenAsUntil || session.seenAsUntil <= clock().toISOString()) return undefined
  const permissions = new Set(parsePermissions(session.permissions))
  if (!permissions.has('roles.manage')) return undefined
  const seen = await findSeen(db.read, session.seenAsId, config.demo)
  return seen && viewAsRefusal({ id: session.id, permissions }, seen, policy) === undefined ? seen : undefined
}

/**
 * Lets the actor's session view the page as another person, read-only, for a quarter of an hour.
 * @throws AppError `not-allowed`, `not-found`
 */
export async function startSeeingAs(deps: Deps, actor: Actor, personId: string): Promise<void> {
  requirePermission(actor, 'roles.manage', 'see the page as somebody else')
  const { db, clock, settings, sessions, config } = deps
  const [seen, policy] = await Promise.all([findSeen(db.read, personId, config.demo), settings.policy()])
  if (!seen) throw fieldError('not-found', 'personId', text('There is no such person with an active account.'))
  const refusal = viewAsRefusal(actor, seen, policy)
  if (refusal !== undefined) throw new AppError('not-allowed', refusal)
  const until = new Date(clock().getTime() + SEE_AS_MINUTES * 60_000).toISOString()
  await db.write(async (tx) => {
    await setSeenAs(tx, actor.sessionId, { id: personId, until })
    await record(tx, clock, entry(actor.id, 'see-as.started', personId, { until }))
  })
  sessions.forgetSessions([actor.sessionId])
}

/** Ends viewing as another person. A no-op otherwise. */
export async function stopSeeingAs({ db, clock, sessions }: Deps, actor: Actor): Promise<void> {
  const { seenBy: asker } = actor
  if (asker === undefined) return
  await db.write(async (tx) => {
    await setSeenAs(tx, actor.sessionId, { id: null, until: null })
    await record(tx, clock, entry(asker, 'see-as.stopped', actor.id, {}))
  })
  sessions.forgetSessions([actor.sessionId])
}

function entry(actorId: string, action: AuditAction, targetId: string, details: Record<string, unknown>) {
  return { actorId, action, targetType: 'user', targetId, details }
}

/** The viewing state for the page. */
export function viewAsState(session: FoundSession) {
  return { by: fullName(session), until: session.seenAsUntil! }
}
