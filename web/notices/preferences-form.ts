import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { NOTICE_CODES, type NoticeCode, NoticePreferences } from '../../shared/notices.ts'
import { problemsOf } from '../settings/form/typed.ts'
import type { StoredPreferences } from './api.ts'

const CHANNELS = ['app', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Flat, so that a draft holds only what was changed. It has the kinds that both this page and the server know. */
export type PreferencesForm = Partial<Record<`${Channel}-${NoticeCode}`, boolean>> & {
  digest: NoticePreferences['digest']
  at: string
  isQuiet: boolean
  /** empty without quiet hours */
  from: string
  to: string
}

/** Offered to people without quiet hours. */
const USUAL_HOURS = { from: '18:00', to: '07:00' }
const NO_HOURS = { from: '', to: '' }
const USUAL_DIGEST = '08:00'

function kindsOf({ events }: StoredPreferences): NoticeCode[] {
  return NOTICE_CODES.filter((code) => events[code] !== undefined)
}

export function formOf(stored: StoredPreferences): PreferencesForm {
  const { events, digest, at, quietHours } = stored
  const boxes = kindsOf(stored).flatMap((code) =>
    CHANNELS.map((channel) => [`${channel}-${code}`, events[code]?.[channel]] as const),
  )
  return {
    ...(Object.fromEntries(boxes) as Record<`${Channel}-${NoticeCode}`, boolean>),
    digest,
    at,
    isQuiet: quietHours !== null,
    ...(quietHours ?? NO_HOURS),
  }
}

/**
 * Whether the form has quiet hours: also when another window has ended them while their times were changed here, so that
 * what was typed can be seen.
 */
export function hasQuietHours({ isQuiet, from, to }: Pick<PreferencesForm, 'isQuiet' | 'from' | 'to'>): boolean {
  return isQuiet || from !== '' || to !== ''
}

/** Begins quiet hours, with the stored times if there are some, or ends them. */
export function setQuietHours(
  { setValue, clearErrors }: UseFormReturn<PreferencesForm>,
  isQuiet: boolean,
  stored: NoticePreferences['quietHours'],
): void {
  const { from, to } = isQuiet ? (stored ?? USUAL_HOURS) : NO_HOURS
  clearErrors(['from', 'to'])
  setValue('isQuiet', isQuiet, { shouldDirty: true })
  setValue('from', from, { shouldDirty: true })
  setValue('to', to, { shouldDirty: true })
}

/** What is stored, with what the form changes. Fields that are not shown have a valid value. */
export function preferencesIn(form: PreferencesForm, stored: StoredPreferences): StoredPreferences {
  const chosen = kindsOf(stored).map((code) => [code, { app: form[`app-${code}`], mail: form[`mail-${code}`] }])
  return {
    ...stored,
    events: { ...stored.events, ...(Object.fromEntries(chosen) as StoredPreferences['events']) },
    digest: form.digest,
    at: form.digest === 'daily' ? form.at : form.at || USUAL_DIGEST,
    quietHours: hasQuietHours(form) ? { from: form.from, to: form.to } : null,
  }
}

/** @param path as the contract and the server name it */
export function fieldOf(path: string): 'at' | 'from' | 'to' | 'digest' | undefined {
  const name = path.replace(/^quietHours\./, '')
  return name === 'at' || name === 'from' || name === 'to' || name === 'digest' ? name : undefined
}

const Typed = NoticePreferences.pick({ digest: true, at: true, quietHours: true }).loose()

export function problemsIn(preferences: StoredPreferences): FieldErrors<PreferencesForm> {
  return problemsOf(Typed.safeParse(preferences).error, fieldOf)
}
