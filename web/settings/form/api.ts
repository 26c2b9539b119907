import { queryOptions } from '@tanstack/react-query'
import type { BlockedSignIns } from '../../../shared/blocked-sign-ins.ts'
import type { StoredDocumentSettings } from '../../../shared/document-settings.ts'
import type { DatabaseStatus } from '../../../shared/operation.ts'
import type { SecurityEffects, SecuritySettings } from '../../../shared/security.ts'
import type {
  AiSettings,
  AiSettingsChange,
  AiSettingsTested,
  AiSettingsTrial,
  EstimateSettings,
} from '../../../shared/settings.ts'
import type { FairUseChange, FairUseSettings } from '../../../shared/fair-use.ts'
import { del, post, put } from '../../client/api.ts'

const AI = '/api/settings/ai'

export const aiSettingsKey = [AI]

/** Settings of the language model. Others may change them, so they are refetched on every mount. */
export function aiSettingsOptions() {
  return queryOptions<AiSettings>({ queryKey: aiSettingsKey, refetchOnMount: 'always' })
}

export function saveAiSettings(change: AiSettingsChange): Promise<AiSettings> {
  return put(AI, change)
}

/** Sends the model a harmless question, with the values in the form. */
export function testAiSettings(trial: AiSettingsTrial, attempt: object): Promise<AiSettingsTested> {
  return post(`${AI}/test`, trial, { attempt })
}

const ESTIMATES = '/api/settings/estimates'

export const estimateSettingsKey = [ESTIMATES]

/** Which days estimates count. Others may change it, so it is refetched on every mount. */
export function estimateSettingsOptions() {
  return queryOptions<EstimateSettings>({ queryKey: estimateSettingsKey, refetchOnMount: 'always' })
}

export function saveEstimateSettings(change: EstimateSettings): Promise<EstimateSettings> {
  return put(ESTIMATES, change)
}

const DOCUMENTS = '/api/settings/documents'

export const documentSettingsKey = [DOCUMENTS]

/** Rules for attachments. Others may change them, so they are refetched on every mount. */
export function documentSettingsOptions() {
  return queryOptions<StoredDocumentSettings>({ queryKey: documentSettingsKey, refetchOnMount: 'always' })
}

export function saveDocumentSettings(change: StoredDocumentSettings): Promise<StoredDocumentSettings> {
  return put(DOCUMENTS, change)
}

const FAIR_USE = '/api/settings/fair-use'

export const fairUseKey = [FAIR_USE]

/** Rate limits per person. Others may change them, so they are refetched on every mount. */
export function fairUseOptions() {
  return queryOptions<FairUseSettings>({ queryKey: fairUseKey, refetchOnMount: 'always' })
}

export function saveFairUse(change: FairUseChange): Promise<FairUseSettings> {
  return put(FAIR_USE, change)
}

export const BLOCKED_SIGN_INS = '/api/settings/blocked-sign-ins'
export const BLOCKS_SHOWN = 25

/** Blocks come and go by themselves, so they are refetched on every mount. */
export function blockedSignInsOptions(page: number) {
  return queryOptions<BlockedSignIns>({
    queryKey: [`${BLOCKED_SIGN_INS}?page=${page}&limit=${BLOCKS_SHOWN}`],
    refetchOnMount: 'always',
  })
}

export function liftBlock(id: string): Promise<void> {
  return del(`${BLOCKED_SIGN_INS}/${id}`)
}

const SECURITY = '/api/settings/security'
export const SECURITY_EFFECTS = `${SECURITY}/effects`

export const securityKey = [SECURITY]

/** The security policy. Others may change it, so it is refetched on every mount. */
export function securityOptions() {
  return queryOptions<SecuritySettings>({ queryKey: securityKey, refetchOnMount: 'always' })
}

/** Effects of a policy on the current sessions, which come and go. */
export function securityEffectsOptions(values: { idleMinutes: string; maxSessions: string }) {
  const query = new URLSearchParams(values).toString()
  return queryOptions<SecurityEffects>({ queryKey: [`${SECURITY_EFFECTS}?${query}`], staleTime: 0, gcTime: 0 })
}

/** @param change the differing fields, and the version that they are based on */
export function saveSecurity(change: Record<string, unknown>): Promise<SecuritySettings> {
  return put(SECURITY, change)
}

export const DATABASE_STATUS = '/api/settings/database'
const MEASURE_INTERVAL_MS = 5000

/** Polled while it is on the screen, but not in a hidden window. */
export function databaseStatusOptions() {
  return queryOptions<DatabaseStatus>({
    queryKey: [DATABASE_STATUS],
    refetchOnMount: 'always',
    refetchInterval: MEASURE_INTERVAL_MS,
    refetchIntervalInBackground: false,
    gcTime: 0,
  })
}
