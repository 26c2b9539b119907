import { addDays, dateIn } from '../../shared/dates.ts'
import type { When } from '../../shared/reports/schedule.ts'

const DAY_MS = 86_400_000
/** Monthly schedules run at least every 31 days; the rest is a safety margin. */
const LOOKAHEAD_DAYS = 63

/** The first run of a schedule after an instant. */
export function nextTime(when: When, after: Date): Date {
  const first = dateIn(when.timeZone, after)
  for (let days = 0; days < LOOKAHEAD_DAYS; days++) {
    const date = addDays(first, days)
    if (!isDay(when, date)) continue
    const at = instantOf(when.timeZone, date, when.time)
    if (at > after) return at
  }
  throw new Error('A schedule without a next time')
}

function isDay({ cadence, weekday, monthDay }: When, date: string): boolean {
  if (cadence === 'daily') return true
  if (cadence === 'weekly') return (new Date(`${date}T00:00:00Z`).getUTCDay() || 7) === weekday
  const day = Number(date.slice(8))
  const isLast = addDays(date, 1).slice(8) === '01'
  return day === monthDay || (isLast && day < monthDay)
}

/**
 * The instant of a local time on a date. A time that occurs twice, when clocks are put back, is the first of the two; a
 * skipped one is shifted by the length of the gap (RFC 5545, 3.3.5): 02:30 becomes 03:30.
 */
function instantOf(timeZone: string, date: string, time: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((near) => offsetAt(timeZone, near)) as [number, number]
  const fitting = [shown - before, shown - after].filter((at) => at + offsetAt(timeZone, at) === shown)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : shown - before)
}

/** UTC offset of a time zone at an instant, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}
