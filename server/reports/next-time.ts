import { addDays, dateIn } from '../../shared/dates.ts'
import { instantOf } from '../../shared/local-time.ts'
import type { When } from '../../shared/reports/schedule.ts'

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
