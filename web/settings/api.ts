import { queryOptions } from '@tanstack/react-query'
import type { BlockedSignIns } from '../../shared/blocked-sign-ins.ts'
import type {
  AiSettings,
  AiSettingsChange,
  AiSettingsTested,
  AiSettingsTrial,
  EstimateSettings,
  FairUse,
  FairUseSettings,
} from '../../shared/settings.ts'
import { del, post, put } from '../client/api.ts'

const AI = '/api/settings/ai'

export const aiSettingsKey = [AI]

/** How the language model is set up. Others may change it, so it is read anew each time the page is opened. */
export function aiSettingsOptions() {
  return queryOptions<AiSettings>({ queryKey: aiSettingsKey, refetchOnMount: 'always' })
}

export function saveAiSettings(change: AiSettingsChange): Promise<AiSettings> {
  return put(AI, change)
}

/** Asks the model something harmless, with what stands in the form. */
export function testAiSettings(trial: AiSettingsTrial, attempt: object): Promise<AiSettingsTested> {
  return post(`${AI}/test`, trial, { attempt })
}

const ESTIMATES = '/api/settings/estimates'

export const estimateSettingsKey = [ESTIMATES]

/** Which days estimates count. Others may change it, so it is read anew each time the page is opened. */
export function estimateSettingsOptions() {
  return queryOptions<EstimateSettings>({ queryKey: estimateSettingsKey, refetchOnMount: 'always' })
}

export function saveEstimateSettings(change: EstimateSettings): Promise<EstimateSettings> {
  return put(ESTIMATES, change)
}

const FAIR_USE = '/api/settings/fair-use'

export const fairUseKey = [FAIR_USE]

/** What one person may send. Others may change it, so it is read anew each time the page is opened. */
export function fairUseOptions() {
  return queryOptions<FairUseSettings>({ queryKey: fairUseKey, refetchOnMount: 'always' })
}

export function saveFairUse(change: FairUse): Promise<FairUseSettings> {
  return put(FAIR_USE, change)
}

export const BLOCKED_SIGN_INS = '/api/settings/blocked-sign-ins'
export const BLOCKS_SHOWN = 25

/** They come and go by themselves, so they are read anew each time the page is opened. */
export function blockedSignInsOptions(page: number) {
  return queryOptions<BlockedSignIns>({
    queryKey: [`${BLOCKED_SIGN_INS}?page=${page}&limit=${BLOCKS_SHOWN}`],
    refetchOnMount: 'always',
  })
}

export function liftBlock(id: string): Promise<void> {
  return del(`${BLOCKED_SIGN_INS}/${id}`)
}
