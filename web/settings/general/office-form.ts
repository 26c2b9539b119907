import type { FieldErrors } from 'react-hook-form'
import { isTimeZone, WEEKDAYS } from '../../../shared/dates.ts'
import { type GeneralSettings, OfficeName, TimeZone, WorkingDays } from '../../../shared/general-settings.ts'

export interface OfficeForm {
  officeName: string
  timeZone: string
  workingDays: number[]
}

export function officeFormOf({ officeName, timeZone, workingDays }: GeneralSettings): OfficeForm {
  return { officeName, timeZone, workingDays }
}

/** Time zones of the browser; the server may know more, and accepts any that it knows. */
export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

export const DAYS_OF_WEEK = WEEKDAYS.map((name, i) => ({ day: i + 1, name }))

export function isKnownZone(name: string): boolean {
  return isTimeZone(name)
}

const CONTRACTS = { officeName: OfficeName, timeZone: TimeZone, workingDays: WorkingDays } as const

/** The contract's own messages, by field. */
export function officeProblems(form: OfficeForm): FieldErrors<OfficeForm> {
  const values = { ...form, timeZone: form.timeZone.trim() }
  const problems: FieldErrors<OfficeForm> = {}
  for (const name of Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[]) {
    const message = CONTRACTS[name].safeParse(values[name]).error?.issues[0]?.message
    if (message !== undefined) problems[name] = { type: 'contract', message }
  }
  return problems
}
