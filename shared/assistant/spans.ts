import { addDays, longDate, mondayOf } from '../dates.ts'

/** Calendar days, both included; an open end is undefined. */
export interface Span {
  from?: string | undefined
  to?: string | undefined
}

/** "in October 2026", "since 2 November 2026", "on 5 May 2026": natural wording that the grammar can parse back. */
export function spanInWords({ from, to }: Span): string {
  if (from === undefined) return to === undefined ? '' : `up to ${longDate(to)}`
  if (to === undefined) return `since ${longDate(from)}`
  if (from === to) return `on ${longDate(from)}`
  const name = calendarName(from, to)
  return name ? `in ${name}` : `from ${longDate(from)} to ${longDate(to)}`
}

/** "October 2026", "Q3 2026", "2026", "the week of 2 November 2026"; null unless the days are a whole calendar period. */
export function calendarName(from: string, to: string): string | null {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  if (mondayOf(from) === from && to === addDays(from, 6)) return `the week of ${longDate(from)}`
  if (!from.endsWith('-01')) return null
  if (to === lastDayOf(year, month)) return longDate(from).replace(/^1 /, '')
  if (to === `${year}-12-31` && month === 1) return String(year)
  return month % 3 === 1 && to === lastDayOf(year, month + 2) ? `Q${(month + 2) / 3} ${year}` : null
}

/** @param month 1 to 12; larger numbers run into later years */
export function lastDayOf(year: number, month: number): string {
  return addDays(firstDayOf(year, month + 1), -1)
}

/** @param month 1 to 12; other numbers run into later or earlier years */
export function firstDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
}
