import { addDays } from '../../../shared/dates.ts'
import { MONDAY_TO_FRIDAY, WorkDays } from '../../durations/work-days.ts'

/** Calendar dates as `YYYY-MM-DD`, without time zones. */

export function partsOfDate(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

export function addWorkDays(date: string, days: number, calendar = MONDAY_TO_FRIDAY): string {
  const office = new WorkDays(calendar)
  let at = date
  for (let left = days; left > 0;) {
    at = addDays(at, 1)
    if (office.isWorking(Date.parse(at) / 86_400_000)) left--
  }
  return at
}

/** The same day of the month some months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOfDate(date)
  const at = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.toISOString().slice(0, 10)
}

export function endOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
