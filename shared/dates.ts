/** Cached by time zone (an office has one): building a formatter costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The last result: every call needs today's date, some several times. */
let last = { timeZone: '', minute: NaN, date: '' }

/**
 * The calendar date of an instant in a time zone.
 * @returns `YYYY-MM-DD`
 */
export function dateIn(timeZone: string, at: Date): string {
  // In every current time zone a day begins on a whole minute.
  const minute = Math.floor(at.getTime() / 60_000)
  if (last.minute !== minute || last.timeZone !== timeZone) last = { timeZone, minute, date: formatted(timeZone, at) }
  return last.date
}

function formatted(timeZone: string, at: Date): string {
  if (timeZone === 'UTC') return at.toISOString().slice(0, 10)
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(at)
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** In the order of ISO 8601. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** @param date `YYYY-MM-DD` @returns `14 November 2026` */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** @param date `YYYY-MM-DD` @returns `18 Nov 2026`; without the year, `18 Nov` */
export function dateWords(date: string, withYear = true): string {
  const [year, month, day] = date.split('-')
  const words = `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3) ?? month}`
  return withYear ? `${words} ${year}` : words
}

/** Whole days from one calendar date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** @returns the calendar date `days` later, `YYYY-MM-DD` */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** @returns the Monday of the date's week, `YYYY-MM-DD` */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/**
 * The instant at which a calendar date begins in a time zone, as ISO text.
 * Where the clocks skip midnight, the first instant after the gap.
 */
export function startOfDay(timeZone: string, date: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (timeZone === 'UTC') return new Date(midnight).toISOString()
  // No zone is further than 14 hours ahead or 12 behind; the date changes once in between, on a whole minute.
  let before = midnight - 15 * 3_600_000
  let at = midnight + 13 * 3_600_000
  while (at - before > 60_000) {
    const middle = before + Math.floor((at - before) / 120_000) * 60_000
    if (dateIn(timeZone, new Date(middle)) < date) before = middle
    else at = middle
  }
  return new Date(at).toISOString()
}

/** Whether a text names a time zone of the IANA database; an offset such as `+06:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat(undefined, { timeZone: name }))
  } catch {
    return false
  }
}
