import type { EstimateSettings } from '../../../shared/settings.ts'
import { record } from '../../audit/service.ts'
import type { Actor } from '../../platform/actor.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from '../../settings/deps.ts'

export async function getEstimateSettings(
  { settings }: Pick<Deps, 'settings'>,
  actor: Actor,
): Promise<EstimateSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const { estimateDays } = await settings.policy()
  return { estimateDays }
}

/** Applies from the next estimate on; stored estimates keep their unit. */
export async function changeEstimateSettings(
  deps: Deps,
  actor: Actor,
  { estimateDays }: EstimateSettings,
): Promise<EstimateSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  await deps.settings.change({ estimateDays }, async (tx, { estimateDays: before }) => {
    if (before === estimateDays) return
    const details = { before, after: estimateDays }
    await record(tx, deps.clock, { actorId: actor.id, action: 'settings.estimate-days-changed', details })
  })
  return { estimateDays }
}
