import type { AiSettings, AiSettingsChange, AiSettingsTested, AiSettingsTrial } from '../../../shared/settings.ts'
import { callsOn, today } from './daily-calls.ts'
import { usageByMonth } from './usage.ts'
import { record } from '../../audit/service.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps as ModelDeps } from './deps.ts'
import type { LanguageModel } from './language-model.ts'
import { changeLanguageModelSetup, getLanguageModelSetup, trialSetup } from './settings.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { staleSettings } from '../../settings/stale-settings.ts'

/** Dependencies of the AI settings. */
export interface Deps extends ModelDeps {
  languageModel: LanguageModel
}

/** The last four characters of a key shorter than this would give too much of it away. */
const MIN_LENGTH_TO_SHOW_END = 16

export async function getAiSettings(deps: Deps, actor: Actor): Promise<AiSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const setup = await getLanguageModelSetup(deps)
  const { baseUrl, model, apiKey, isKeyUnreadable, timeLimitSeconds, keepLocal, fixed, savedAt } = setup
  const { callsPerDay, callsPerPersonPerDay } = setup
  const { office: callsToday } = await callsOn(deps.db.read, await today(deps), null)
  const state = deps.languageModel.stateOf(setup)
  const end = apiKey && apiKey.length >= MIN_LENGTH_TO_SHOW_END ? apiKey.slice(-4) : ''
  return {
    baseUrl,
    model,
    key: apiKey === undefined && !isKeyUnreadable ? null : { end, readable: !isKeyUnreadable },
    timeLimitSeconds,
    keepLocal,
    callsPerDay,
    callsPerPersonPerDay,
    callsToday,
    fixed,
    state: state === 'on' && callsToday >= (callsPerDay ?? Infinity) ? 'used-up' : state,
    savedAt,
    usage: await usageByMonth(deps.db),
  }
}

/**
 * Stores the changed fields; they apply from the next question on.
 * @throws AppError `stale-version` with the current settings if somebody else has saved since `change.savedAt`
 */
export async function changeAiSettings(deps: Deps, actor: Actor, change: AiSettingsChange): Promise<AiSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const isStored = await changeLanguageModelSetup(deps, actor, change)
  const settings = await getAiSettings(deps, actor)
  if (!isStored) throw staleSettings(settings)
  return settings
}

/** Sends nothing while texts have to stay on this machine. */
export async function testAiSettings(deps: Deps, actor: Actor, trial: AiSettingsTrial): Promise<AiSettingsTested> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const setup = await trialSetup(deps, trial)
  if (setup.keepLocal) return { ok: false, error: 'Everything is kept on this machine, so nothing was sent.' }
  if (setup.baseUrl === '') return { ok: false, error: 'Enter the address first.' }
  if (setup.model === '') return { ok: false, error: 'Enter the model first.' }
  const tested = await deps.languageModel.test(setup)
  const { db, clock } = deps
  const details = { host: new URL(setup.baseUrl).origin, model: setup.model, ok: tested.ok }
  await db.write((tx) => record(tx, clock, { actorId: actor.id, action: 'settings.language-model-tested', details }))
  return tested
}
