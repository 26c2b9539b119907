import { WEEKDAYS } from '../../../shared/dates.ts'
import { say } from '../../../shared/texts/say.ts'
import type { OfficeDays } from '../../client/office-days.ts'

/** Why a day is not a working day of the office: "Sunday: the office is closed"; null for a working day. */
export function closedWords(date: string, { workingDays, holidays }: OfficeDays): string | null {
  const holiday = holidays.find((one) => one.date === date)
  if (holiday) return say('{name}: the office is closed', { name: holiday.name })
  // ISO 8601 counts from 1 for Monday, `getUTCDay` from 0 for Sunday.
  const day = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  return workingDays.includes(day) ? null : say('{name}: the office is closed', { name: WEEKDAYS[day - 1]! })
}
