import { isDeepStrictEqual } from 'node:util'
import type { FairUse, FairUseSettings } from '../../shared/settings.ts'
import { record } from '../audit/service.ts'
import type { Actor } from '../actor.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** Whether the limits apply. */
export interface Enforced {
  config: { rateLimits: boolean }
}

export async function getFairUse(
  { config, settings }: Pick<Deps, 'settings'> & Enforced,
  actor: Actor,
): Promise<FairUseSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const { fairUse } = await settings.policy()
  return { ...fairUse, enforced: config.rateLimits }
}

/** Takes effect with the next call, for everybody. */
export async function changeFairUse(deps: Deps & Enforced, actor: Actor, fairUse: FairUse): Promise<FairUseSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  await deps.settings.change({ fairUse }, async (tx, { fairUse: before }) => {
    if (isDeepStrictEqual(before, fairUse)) return
    const details = { before, after: fairUse }
    await record(tx, deps.clock, { actorId: actor.id, action: 'settings.fair-use-changed', details })
  })
  return { ...fairUse, enforced: deps.config.rateLimits }
}
