import type { NoticePreferences } from '../../shared/notices.ts'
import { clockTime } from '../ui/formats/dates.ts'

/** Whether an instant lies in somebody's quiet hours, which may span midnight. */
export function isQuiet(quietHours: NoticePreferences['quietHours'], at = new Date()): boolean {
  if (!quietHours) return false
  const { from, to } = quietHours
  const time = clockTime(at.toISOString())
  return from <= to ? from <= time && time < to : from <= time || time < to
}

type Hours = NonNullable<NoticePreferences['quietHours']>

export function hoursWords({ from, to }: Hours): string {
  return `${from}–${to}`
}

export function quietWords(hours: Hours): string {
  return `Quiet hours ${hoursWords(hours)}`
}
