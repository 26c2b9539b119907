import type { FieldErrors } from 'react-hook-form'
import { AiSettingsChange, type AiSettings, type AiSettingsTrial } from '../../shared/settings.ts'
import { numberIn } from './form/typed.ts'

export interface AiForm {
  baseUrl: string
  model: string
  /** `replace` shows the field for a new key */
  keyDecision: 'keep' | 'replace' | 'remove'
  apiKey: string
  timeLimitSeconds: string
  keepLocal: boolean
  /** empty: no limit */
  callsPerDay: string
  callsPerPersonPerDay: string
}

export function formOf(settings: AiSettings): AiForm {
  const { baseUrl, model, key, timeLimitSeconds, keepLocal, callsPerDay, callsPerPersonPerDay } = settings
  return {
    baseUrl,
    model,
    // Without a stored key there is nothing to keep: the field is shown from the start.
    keyDecision: key ? 'keep' : 'replace',
    apiKey: '',
    timeLimitSeconds: String(timeLimitSeconds),
    keepLocal,
    callsPerDay: callsPerDay === null ? '' : String(callsPerDay),
    callsPerPersonPerDay: callsPerPersonPerDay === null ? '' : String(callsPerPersonPerDay),
  }
}

/** All values of the form, without those that the environment sets, and no key unless it is replaced or removed. */
export function changeOf(form: AiForm, { fixed }: Pick<AiSettings, 'fixed'>): AiSettingsChange {
  return {
    ...trialOf(form, { fixed }),
    keepLocal: form.keepLocal,
    callsPerDay: limitIn(form.callsPerDay),
    callsPerPersonPerDay: limitIn(form.callsPerPersonPerDay),
  }
}

/** Only the differences, and what they are differences from. A key is sent with its address. */
export function differencesOf(form: AiForm, settings: AiSettings): AiSettingsChange {
  const change = changeOf(form, settings)
  const stored: Record<string, unknown> = { ...settings }
  const isSent = (name: string, value: unknown) =>
    name === 'apiKey' || (name === 'baseUrl' && Boolean(change.apiKey)) || value !== stored[name]
  const changed = Object.fromEntries(Object.entries(change).filter(([name, value]) => isSent(name, value)))
  return { ...changed, savedAt: settings.savedAt }
}

function limitIn(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

export function trialOf(form: AiForm, { fixed }: Pick<AiSettings, 'fixed'>): AiSettingsTrial {
  const { baseUrl, model, keyDecision } = form
  const apiKey = form.apiKey.trim()
  return {
    timeLimitSeconds: numberIn(form.timeLimitSeconds),
    ...(!fixed.includes('baseUrl') && { baseUrl: baseUrl.trim() }),
    ...(!fixed.includes('model') && { model: model.trim() }),
    ...(!fixed.includes('apiKey') && keyDecision === 'remove' && { apiKey: null }),
    ...(!fixed.includes('apiKey') && keyDecision === 'replace' && apiKey !== '' && { apiKey }),
  }
}

/** The contract's own messages, by field. */
export function problemsIn(form: AiForm, settings: Pick<AiSettings, 'fixed'>): FieldErrors<AiForm> {
  const { error } = AiSettingsChange.safeParse(changeOf(form, settings))
  const problems: FieldErrors<AiForm> = {}
  for (const { path, message } of error?.issues ?? []) {
    const field = path[0] as keyof AiForm
    const isNumber = field === 'timeLimitSeconds' && !/^(At|Please)/.test(message)
    problems[field] ??= { type: 'contract', message: isNumber ? 'Please enter whole seconds' : message }
  }
  if (form.keyDecision === 'replace' && form.apiKey.trim() !== '' && form.baseUrl.trim() === '')
    problems.baseUrl ??= { type: 'needed', message: 'Enter the address first: a key belongs to one' }
  return problems
}

/** Whether saving drops the stored key, because it was entered for another host. */
export function willDropKey(form: Pick<AiForm, 'baseUrl' | 'keyDecision'>, { key, baseUrl }: AiSettings): boolean {
  return key !== null && form.keyDecision === 'keep' && originOf(form.baseUrl) !== originOf(baseUrl)
}

function originOf(address: string): string | null {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : null
}
