import type { FieldErrors } from 'react-hook-form'
import { NOTICE_CODES, type NoticeCode, NoticePreferences } from '../../shared/notices.ts'
import { problemsOf } from '../settings/typed.ts'

const CHANNELS = ['app', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Flat, so that a draft holds only what was changed. */
export type PreferencesForm = Record<`${Channel}-${NoticeCode}`, boolean> & {
  digest: NoticePreferences['digest']
  at: string
  isQuiet: boolean
  from: string
  to: string
}

/** Offered to people without quiet hours. */
const USUAL = { from: '18:00', to: '07:00' }
const USUAL_DIGEST = '08:00'

export function formOf({ events, digest, at, quietHours }: NoticePreferences): PreferencesForm {
  const boxes = NOTICE_CODES.flatMap((code) =>
    CHANNELS.map((channel) => [`${channel}-${code}`, events[code][channel]] as const),
  )
  return {
    // Safe: every channel of every code.
    ...(Object.fromEntries(boxes) as Record<`${Channel}-${NoticeCode}`, boolean>),
    digest,
    at,
    isQuiet: quietHours !== null,
    ...(quietHours ?? USUAL),
  }
}

/** Fields that are not shown have a valid value. */
export function preferencesIn(form: PreferencesForm): NoticePreferences {
  const events = NOTICE_CODES.map((code) => [code, { app: form[`app-${code}`], mail: form[`mail-${code}`] }])
  return {
    // Safe: every code.
    events: Object.fromEntries(events) as NoticePreferences['events'],
    digest: form.digest,
    at: form.digest === 'daily' ? form.at : form.at || USUAL_DIGEST,
    quietHours: form.isQuiet ? { from: form.from, to: form.to } : null,
  }
}

/** @param path as the contract and the server name it */
export function fieldOf(path: string): 'at' | 'from' | 'to' | 'digest' | undefined {
  const name = path.replace(/^quietHours\./, '')
  return name === 'at' || name === 'from' || name === 'to' || name === 'digest' ? name : undefined
}

export function problemsIn(form: PreferencesForm): FieldErrors<PreferencesForm> {
  return problemsOf(NoticePreferences.safeParse(preferencesIn(form)).error, fieldOf)
}
