import { isDeepStrictEqual } from 'node:util'
import type { GeneralSettings, GeneralSettingsChange } from '../../shared/general-settings.ts'
import { record } from '../audit/service.ts'
import type { Actor } from '../platform/actor.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps, GeneralDeps } from './deps.ts'
import type { Policy } from './service.ts'
import { staleSettings } from './stale-settings.ts'

/** Kind of the job that recounts by day: `server/requests/counters/recount.ts`. */
export const RECOUNT_DAYS = 'recount-days'
/** By then, other processes no longer write with the old time zone. */
const RECOUNT_AFTER_MS = 3000

type Named = Omit<GeneralSettings, 'version'>
const NAMES = ['officeName', 'timeZone', 'workingDays', 'holidays', 'publishedTimes'] as const

export async function getGeneral({ settings }: Pick<Deps, 'settings'>, actor: Actor): Promise<GeneralSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  return generalOf(await settings.policy())
}

/**
 * Changes the fields that the body contains; takes effect with the next call, for everybody.
 * @throws AppError `stale-version` with the current settings after a concurrent change
 */
export async function changeGeneral(
  deps: GeneralDeps,
  actor: Actor,
  { version, ...change }: GeneralSettingsChange,
): Promise<GeneralSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const stored = { ...change, generalVersion: version + 1 }
  await deps.settings.change(stored, async (tx, policy) => {
    const before = generalOf(policy)
    if (before.version !== version) throw staleSettings(before)
    const changed = NAMES.filter((name) => name in change && !isDeepStrictEqual(before[name], change[name]))
    if (changed.length === 0) await record(tx, deps.clock, { actorId: actor.id, action: 'settings.general-kept' })
    for (const name of changed) {
      const details = { setting: name, before: before[name], after: change[name] }
      await record(tx, deps.clock, { actorId: actor.id, action: 'settings.general-changed', details })
    }
    if (changed.includes('timeZone')) {
      const payload = { from: before.timeZone, to: change.timeZone, at: deps.clock().toISOString() }
      await deps.queue.add(tx, { kind: RECOUNT_DAYS, payload, inMs: RECOUNT_AFTER_MS })
    }
  })
  return generalOf(await deps.settings.policy())
}

function generalOf({ generalVersion, ...policy }: Policy): GeneralSettings {
  const named: Named = {
    officeName: policy.officeName,
    timeZone: policy.timeZone,
    workingDays: policy.workingDays,
    holidays: policy.holidays,
    publishedTimes: policy.publishedTimes,
  }
  return { ...named, version: generalVersion }
}
