import { addDays } from '../../shared/dates.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The office works from 7:30 to 16:30, Monday to Friday. */
const OPENS = 7.5 * HOUR
const WORKDAY = 9 * HOUR
/** 1970-01-05, the first Monday of Unix time. */
const FIRST_MONDAY = 4 * DAY

/**
 * The moment a number of working days before now: always in office hours and never in the future. On a Sunday, "0.5 ago"
 * is therefore Friday around noon.
 */
export function workingDaysAgo(now: Date, days: number): Date {
  return fromWorked(worked(now) - days * WORKDAY)
}

/** Office hours worked since the first Monday, in milliseconds. */
function worked(at: Date): number {
  const day = Math.floor((at.getTime() - FIRST_MONDAY) / DAY)
  const week = Math.floor(day / 7)
  const weekday = day - week * 7
  if (weekday > 4) return (week + 1) * 5 * WORKDAY
  const today = at.getTime() - FIRST_MONDAY - day * DAY - OPENS
  return (week * 5 + weekday) * WORKDAY + Math.min(Math.max(today, 0), WORKDAY)
}

function fromWorked(hours: number): Date {
  const days = Math.ceil(hours / WORKDAY) - 1
  const week = Math.floor(days / 5)
  return new Date(FIRST_MONDAY + (week * 7 + days - week * 5) * DAY + OPENS + (hours - days * WORKDAY))
}

/** The date itself on a working day, else the next Monday or, towards the past, the Friday before. */
export function onWorkday(date: string, towards: 'future' | 'past' = 'future'): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return addDays(date, towards === 'future' ? 2 : -1)
  if (weekday === 0) return addDays(date, towards === 'future' ? 1 : -2)
  return date
}
