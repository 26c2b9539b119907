import type { AiSettings, AiSettingsChange, AiSettingsTested, AiSettingsTrial } from '../../shared/settings.ts'
import { callsOn, today } from '../language-model/daily-calls.ts'
import { usageByMonth } from '../language-model/usage.ts'
import { record } from '../audit/service.ts'
import type { Actor, Services } from '../services.ts'
import { changeLanguageModelSetup, getLanguageModelSetup, trialSetup } from '../language-model/settings.ts'
import { mayManageSettings } from './service.ts'

type Office = Pick<Services, 'db' | 'config' | 'clock' | 'languageModel'>

/** A key shorter than this would be told by its last four characters. */
const LONG_ENOUGH = 16

export async function getAiSettings(office: Office, actor: Actor): Promise<AiSettings> {
  mayManageSettings(actor)
  const setup = await getLanguageModelSetup(office)
  const { baseUrl, model, apiKey, isKeyUnreadable, timeLimitSeconds, keepLocal, fixed, savedAt } = setup
  const { callsPerDay, callsPerPersonPerDay } = setup
  const { office: callsToday } = await callsOn(office.db.read, await today(office), null)
  const state = office.languageModel.stateOf(setup)
  const end = apiKey && apiKey.length >= LONG_ENOUGH ? apiKey.slice(-4) : ''
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
    usage: await usageByMonth(office.db),
  }
}

/** Stores what is changed; it counts from the next question on. */
export async function changeAiSettings(office: Office, actor: Actor, change: AiSettingsChange): Promise<AiSettings> {
  mayManageSettings(actor)
  await changeLanguageModelSetup(office, actor, change)
  return getAiSettings(office, actor)
}

/** Nothing is sent while everything is kept on this machine. */
export async function testAiSettings(office: Office, actor: Actor, trial: AiSettingsTrial): Promise<AiSettingsTested> {
  mayManageSettings(actor)
  const setup = await trialSetup(office, trial)
  if (setup.keepLocal) return { ok: false, error: 'Everything is kept on this machine, so nothing was sent.' }
  if (setup.baseUrl === '') return { ok: false, error: 'Enter the address first.' }
  if (setup.model === '') return { ok: false, error: 'Enter the model first.' }
  const tested = await office.languageModel.test(setup)
  const { db, clock } = office
  const details = { host: new URL(setup.baseUrl).origin, model: setup.model, ok: tested.ok }
  await db.write((tx) => record(tx, clock, { actorId: actor.id, action: 'settings.language-model-tested', details }))
  return tested
}
