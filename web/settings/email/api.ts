import { queryOptions } from '@tanstack/react-query'
import type {
  EmailSettings,
  EmailSettingsChange,
  EmailTested,
  EmailTrial,
  UndeliveredMails,
} from '../../../shared/email-settings.ts'
import { post, put } from '../../client/api.ts'

const EMAIL = '/api/settings/email'

export const emailSettingsKey = [EMAIL]

/** The SMTP server. Others may change it, so it is refetched on every mount. */
export function emailSettingsOptions() {
  return queryOptions<EmailSettings>({ queryKey: emailSettingsKey, refetchOnMount: 'always' })
}

export function saveEmailSettings(change: EmailSettingsChange): Promise<EmailSettings> {
  return put(EMAIL, change)
}

/** Sends a message through the server in the form, saved or not. */
export function sendTestMessage(trial: EmailTrial, attempt: object): Promise<EmailTested> {
  return post(`${EMAIL}/test`, trial, { attempt })
}

export const UNDELIVERED_SHOWN = 10

/** Mail comes and goes by itself, so it is refetched on every mount. */
export function undeliveredOptions(page: number) {
  return queryOptions<UndeliveredMails>({
    queryKey: [`${EMAIL}/undelivered?page=${page}&limit=${UNDELIVERED_SHOWN}`],
    refetchOnMount: 'always',
  })
}
