import { isDeepStrictEqual } from 'node:util'
import {
  type SecurityChange,
  type SecurityEffects,
  type SecurityEffectsQuery,
  type SecuritySettings,
  VISIBILITY_REFUSAL,
} from '../../../shared/security.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fieldError } from '../../platform/errors.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Policy } from '../../settings/service.ts'
import { staleSettings } from '../../settings/stale-settings.ts'
import type { Deps } from './deps.ts'
import { deleteSessions } from './queries.ts'
import { countIdleSessions, crowdedSessions } from './open-session-queries.ts'

type Named = Omit<SecuritySettings, 'version'>
const NAMES = ['idleMinutes', 'maxSessions', 'passwordMinLength', 'throttle', 'visibility'] as const

export async function getSecurity({ settings }: Pick<Deps, 'settings'>, actor: Actor): Promise<SecuritySettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  return securityOf(await settings.policy())
}

/** Previews the effect of a timeout and a session limit on the sessions that are open now. */
export async function getSecurityEffects(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  query: SecurityEffectsQuery,
): Promise<SecurityEffects> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const before = await settings.policy()
  const { idleMinutes = before.idleMinutes, maxSessions = before.maxSessions } = query
  const now = clock()
  const open = { at: now.toISOString(), idleSince: minutesBefore(now, before.idleMinutes), keep: actor.sessionId }
  const [idleSessions, crowded] = await Promise.all([
    countIdleSessions(db.read, open, minutesBefore(now, idleMinutes)),
    crowdedSessions(db.read, { ...open, idleSince: minutesBefore(now, idleMinutes), maxSessions }),
  ])
  return {
    idleSessions,
    crowdedPeople: new Set(crowded.map(({ user_id }) => user_id)).size,
    crowdedSessions: crowded.length,
  }
}

/**
 * Changes the settings in the body, or records that they were confirmed unchanged. Applies from the next call on, to
 * open sessions too. For people with more sessions than now allowed the oldest end, but never the caller's own.
 * @throws AppError `not-allowed` for who sees which requests without `requests.viewAll`; `stale-version` with the current policy when it was changed since the editor loaded it
 */
export async function changeSecurity(
  deps: Pick<Deps, 'clock' | 'settings' | 'sessions'>,
  actor: Actor,
  { version, ...change }: SecurityChange,
): Promise<SecuritySettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const { clock, settings, sessions } = deps
  await settings.change({ ...change, securityVersion: version + 1 }, async (tx, policy) => {
    const before = securityOf(policy)
    if (before.version !== version) throw staleSettings(before)
    const changed = NAMES.filter((name) => name in change && !isDeepStrictEqual(before[name], change[name]))
    if (changed.length === 0) return record(tx, clock, { actorId: actor.id, action: 'settings.security-kept' })
    if (changed.includes('visibility')) checkMayChangeVisibility(actor)
    const after = { ...policy, ...change }
    const isTighter = after.maxSessions < policy.maxSessions
    const sessionsEnded = isTighter ? await endCrowded(tx, clock(), after, actor.sessionId) : 0
    const values = (of: Partial<Named>) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    const details = { before: values(before), after: values(change), ...(sessionsEnded > 0 && { sessionsEnded }) }
    await record(tx, clock, { actorId: actor.id, action: 'settings.security-changed', details })
  })
  sessions.forgetAll()
  return securityOf(await settings.policy())
}

/** Whoever does not see every request by their role neither shows all of them to everybody nor hides them. */
function checkMayChangeVisibility(actor: Actor): void {
  if (actor.permissions.has('requests.viewAll')) return
  throw fieldError('not-allowed', 'visibility', VISIBILITY_REFUSAL)
}

async function endCrowded(tx: Tx, now: Date, policy: Policy, keep: string): Promise<number> {
  const idleSince = minutesBefore(now, policy.idleMinutes)
  const crowded = await crowdedSessions(tx, { at: now.toISOString(), idleSince, keep, maxSessions: policy.maxSessions })
  for (let from = 0; from < crowded.length; from += 500) {
    await deleteSessions(
      tx,
      crowded.slice(from, from + 500).map(({ id }) => id),
    )
  }
  return crowded.length
}

function securityOf(policy: Policy): SecuritySettings {
  const { securityVersion: version, idleMinutes, maxSessions, passwordMinLength, throttle, visibility } = policy
  return { version, idleMinutes, maxSessions, passwordMinLength, throttle, visibility }
}

function minutesBefore(now: Date, minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString()
}
