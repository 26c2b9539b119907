import { MONTHS } from './dates.ts'
import { isCalendarDate } from './text-rules.ts'

/** The parts that dates are written with, for everything that reads dates; what surrounds a date is each reader's own. */

/** @returns `YYYY-MM-DD`; null for a day that does not exist */
export function dateOf(year: number, month: number, day: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

export const MONTH_NAMES = MONTHS.map((name) => name.toLowerCase())

/**
 * The month of an English name or of at least its first three letters, 1 to 12.
 * @returns undefined for another word
 */
export function monthNamed(word: string): number | undefined {
  const index = word.length < 3 ? -1 : MONTH_NAMES.findIndex((name) => name.startsWith(word.toLowerCase()))
  return index < 0 ? undefined : index + 1
}

/** The year of a month without one: the latest that has begun. */
export function latestYearOf(month: number, today: string): number {
  const year = Number(today.slice(0, 4))
  return month > Number(today.slice(5, 7)) ? year - 1 : year
}

/**
 * Day and month of 05/10: the day comes first, unless that is impossible or the writer puts the month first.
 * @param monthFirst as the writer does elsewhere
 */
export function dayAndMonth(first: number, second: number, monthFirst = false): { day: number; month: number } {
  const isSwapped = monthFirst ? first <= 12 && second <= 31 : second > 12
  return isSwapped ? { day: second, month: first } : { day: first, month: second }
}
