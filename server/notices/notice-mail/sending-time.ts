import { addDays, dateIn } from '../../../shared/dates.ts'
import { clockAt, instantOf, instantsOf, offsetAt } from '../../../shared/local-time.ts'
import type { NoticeCode, NoticePreferences } from '../../../shared/notices.ts'

/** What is undone or read within this time is not sent. */
const HOLD_MS = 60_000
const HOUR_MS = 3_600_000

type Timing = Pick<NoticePreferences, 'digest' | 'at' | 'quietHours'>

interface SendingTime {
  at: Date
  /** together with everything else that is due then, in one mail */
  isGathered: boolean
}

/**
 * When the mail about a notice goes out, in the office's time zone: after the hold, with the next digest, and not in the
 * quiet hours. A sign-in from a new place waits for neither.
 */
export function sendingTime(
  { digest, at: dailyAt, quietHours }: Timing,
  notice: { code: NoticeCode; at: Date },
  timeZone: string,
): SendingTime {
  const held = new Date(notice.at.getTime() + HOLD_MS)
  if (notice.code === 'sign-in') return { at: held, isGathered: false }
  const due =
    digest === 'daily' ? nextDaily(held, dailyAt, timeZone) : digest === 'hourly' ? nextHour(held, timeZone) : held
  const at = quietHours ? afterQuiet(due, quietHours, timeZone) : due
  return { at, isGathered: digest !== 'off' || at > due }
}

/** Once a day: a time that the clocks show twice counts once. */
function nextDaily(after: Date, time: string, timeZone: string): Date {
  const today = dateIn(timeZone, after)
  const at = instantOf(timeZone, today, time)
  return at >= after ? at : instantOf(timeZone, addDays(today, 1), time)
}

function nextHour(after: Date, timeZone: string): Date {
  // Some zones differ from UTC by half an hour.
  const local = after.getTime() + offsetAt(timeZone, after.getTime())
  return new Date(after.getTime() + Math.ceil(local / HOUR_MS) * HOUR_MS - local)
}

function afterQuiet(at: Date, quiet: { from: string; to: string }, timeZone: string): Date {
  if (!isQuiet(clockAt(timeZone, at), quiet)) return at
  const today = dateIn(timeZone, at)
  const ends = [today, addDays(today, 1)].flatMap((date) => instantsOf(timeZone, date, quiet.to))
  return ends.find((end) => end > at) ?? at
}

/** Whether a time of day is within the quiet hours, which may pass midnight. */
function isQuiet(clock: string, { from, to }: { from: string; to: string }): boolean {
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to
}
