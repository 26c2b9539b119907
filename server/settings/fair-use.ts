import { isDeepStrictEqual } from 'node:util'
import type { FairUseChange, FairUseSettings } from '../../shared/fair-use.ts'
import { record } from '../audit/service.ts'
import type { Actor } from '../platform/actor.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import type { Policy } from './service.ts'
import { staleSettings } from './stale-settings.ts'

/** Whether the limits apply. */
export interface Enforced {
  config: { rateLimits: boolean }
}

export async function getFairUse(
  { config, settings }: Pick<Deps, 'settings'> & Enforced,
  actor: Actor,
): Promise<FairUseSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  return fairUseOf(await settings.policy(), config.rateLimits)
}

/**
 * Takes effect with the next call, for everybody.
 * @throws AppError `stale-version` with the current settings after a concurrent change
 */
export async function changeFairUse(
  deps: Deps & Enforced,
  actor: Actor,
  { version, ...fairUse }: FairUseChange,
): Promise<FairUseSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  await deps.settings.change({ fairUse, fairUseVersion: version + 1 }, async (tx, policy) => {
    const { fairUse: before } = policy
    if (policy.fairUseVersion !== version) throw staleSettings(fairUseOf(policy, deps.config.rateLimits))
    if (isDeepStrictEqual(before, fairUse)) return
    const details = { before, after: fairUse }
    await record(tx, deps.clock, { actorId: actor.id, action: 'settings.fair-use-changed', details })
  })
  return fairUseOf(await deps.settings.policy(), deps.config.rateLimits)
}

function fairUseOf({ fairUse, fairUseVersion: version }: Policy, enforced: boolean): FairUseSettings {
  return { ...fairUse, version, enforced }
}
