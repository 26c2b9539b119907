import {
  AI_ADDRESS_REFUSAL,
  type AiSettingsChange,
  type AiSettingsField,
  type AiSettingsTrial,
} from '../../../shared/settings.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import { valuesChanged } from '../../audit/values-changed.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { fieldError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/actor.ts'
import { seal, unseal } from '../../platform/outgoing/seal.ts'
import type { Deps } from './deps.ts'
import { endpointAddress } from './endpoint-address.ts'
import { Stored, readStored, writeStored } from './stored-setup.ts'

/** The present setup of the language model; the environment takes precedence. */
export interface LanguageModelSetup {
  baseUrl: string
  model: string
  apiKey: string | undefined
  /** there is a stored key, but SECRET_KEY has changed since */
  isKeyUnreadable: boolean
  timeLimitSeconds: number
  keepLocal: boolean
  /** null: no limit */
  callsPerDay: number | null
  callsPerPersonPerDay: number | null
  fixed: AiSettingsField[]
  savedAt: string | null
}

/** Not cached: one row read by its key, so that a change by any process applies at once. */
export async function getLanguageModelSetup({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<LanguageModelSetup> {
  const { stored, savedAt } = await readStored(db.read)
  const { llm } = config
  const baseUrl = llm.baseUrl ?? stored.baseUrl
  const ownKey = keyFor(config, stored, baseUrl)
  return {
    baseUrl,
    model: llm.model ?? stored.model,
    apiKey: llm.apiKey ?? ownKey,
    isKeyUnreadable: llm.apiKey === undefined && stored.sealedKey !== null && ownKey === undefined,
    timeLimitSeconds: stored.timeLimitSeconds,
    keepLocal: stored.keepLocal,
    callsPerDay: stored.callsPerDay,
    callsPerPersonPerDay: stored.callsPerPersonPerDay,
    fixed: (['baseUrl', 'model', 'apiKey'] as const).filter((field) => llm[field] !== undefined),
    savedAt,
  }
}

/** The setup with the unsaved values of a form. */
export async function trialSetup(deps: Deps, trial: AiSettingsTrial): Promise<LanguageModelSetup> {
  const now = await getLanguageModelSetup(deps)
  refuseFixed(now, trial)
  const baseUrl = addressIn(trial) ?? now.baseUrl
  const isElsewhere = originOf(baseUrl) !== originOf(now.baseUrl)
  const apiKey = trial.apiKey === null ? undefined : (trial.apiKey ?? (isElsewhere ? undefined : now.apiKey))
  const { model = now.model, timeLimitSeconds = now.timeLimitSeconds } = trial
  return { ...now, baseUrl, model, apiKey, timeLimitSeconds, isKeyUnreadable: false }
}

/**
 * Stores a changed setup. A key belongs to the host it was entered for and is deleted with another host; otherwise an
 * administrator could have it sent to a host of their own.
 * @returns false, with nothing stored, if somebody else has saved since `savedAt`
 * @throws AppError `not-allowed` for another host without `requests.viewAll`
 */
export async function changeLanguageModelSetup(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  actor: Actor,
  { savedAt, ...change }: AiSettingsChange,
): Promise<boolean> {
  refuseFixed(await getLanguageModelSetup({ db, config }), change)
  const baseUrl = addressIn(change)
  return db.write(async (tx) => {
    await lockByName(tx, 'settings')
    const { stored: before, savedAt: lastSavedAt } = await readStored(tx)
    if (savedAt !== undefined && savedAt !== lastSavedAt) return false
    const { apiKey, ...rest } = change
    const after: Stored = { ...before, ...rest, ...(baseUrl !== undefined && { baseUrl }) }
    // The key is sent to the environment's address where that is set.
    const [from, to] = [config.llm.baseUrl ?? before.baseUrl, config.llm.baseUrl ?? after.baseUrl].map(originOf)
    if (to && from !== to) checkMayNameHost(actor)
    if (apiKey === null || from !== to) after.sealedKey = null
    if (apiKey) {
      if (!to) throw fieldError('bad-input', 'apiKey', text('Enter the address first: a key belongs to one'))
      after.sealedKey = seal(config.secretKey, apiKey, to)
    }
    const changed = Object.keys(after).filter((name) => after[name as keyof Stored] !== before[name as keyof Stored])
    if (changed.length === 0) return true
    await writeStored(tx, after, clock().toISOString())
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.language-model-changed',
      details: {
        changed: changed.map((name) => (name === 'sealedKey' ? 'apiKey' : name)),
        host: to ?? null,
        hasKey: after.sealedKey !== null,
        ...valuesChanged(before, after, 'sealedKey'),
      },
    })
    return true
  })
}

/** Texts of everybody's requests are sent to the host, so whoever may not see them may not have them sent anywhere. */
function checkMayNameHost(actor: Actor): void {
  if (actor.permissions.has('requests.viewAll')) return
  throw fieldError('not-allowed', 'baseUrl', AI_ADDRESS_REFUSAL)
}

/** @returns undefined when the address is not given, empty when it is removed */
function addressIn({ baseUrl }: AiSettingsTrial): string | undefined {
  if (baseUrl === undefined || baseUrl === '') return baseUrl
  const { url, problem } = endpointAddress(baseUrl)
  if (problem !== undefined) throw fieldError('bad-input', 'baseUrl', text('The address {problem}', { problem }))
  return url
}

function keyFor({ secretKey }: Pick<Deps['config'], 'secretKey'>, { sealedKey }: Stored, baseUrl: string) {
  const origin = originOf(baseUrl)
  return sealedKey === null || !origin ? undefined : unseal(secretKey, sealedKey, origin)
}

function originOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined
}

function refuseFixed({ fixed }: LanguageModelSetup, change: AiSettingsTrial): void {
  const field = fixed.find((field) => change[field] !== undefined)
  if (field) throw fieldError('bad-input', field, text('This is set by the environment and cannot be changed here'))
}
