import { dateIn, dateWords, daysBetween, MONTHS } from '../../../shared/dates.ts'
import { language } from '../../../shared/texts/language.ts'
import { say } from '../../../shared/texts/say.ts'
import { currentSession } from '../../client/session.ts'

export { dateWords }

/** Times are shown in the office's zone to everybody, so that two people who mention a time mean the same one. */
function officeZone(): string {
  const zone = currentSession()?.user.officeTimeZone
  return zone && formatterIn(zone) ? zone : 'UTC'
}

/** Building a formatter costs a hundred times as much as using it. Null for a zone that this browser doesn't know. */
const formatters = new Map<string, Intl.DateTimeFormat | null>()

function formatterIn(timeZone: string): Intl.DateTimeFormat | null {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    try {
      const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const
      formatter = new Intl.DateTimeFormat(language().dateLocale, { timeZone, ...parts })
    } catch {
      formatter = null
    }
    formatters.set(timeZone, formatter)
  }
  return formatter
}

export function officeToday(now = new Date()): string {
  return dateIn(officeZone(), now)
}

/** @returns `2026-11-18 09:14` */
export function officeNow(): string {
  return minuteOf(new Date())
}

/** For files; an instant as `2026-11-18 09:14`. */
export function officeMinute(instant: string): string {
  return minuteOf(new Date(instant))
}

function minuteOf(at: Date): string {
  return `${officeToday(at)} ${clock(at, officeZone())}`
}

/** A sentence whose dates do not break at the end of a line. */
export function unbrokenDates(sentence: string): string {
  return sentence.replace(/(\d) (?=\p{Lu})|(\p{L}) (?=\d{4})/gu, '$1$2\u00a0')
}

/** @param month `YYYY-MM` @returns `Nov 2026` */
export function monthWords(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number(number) - 1]?.slice(0, 3) ?? number} ${year}`
}

/** The day of an instant; its year only when it isn't this year. */
export function dayWords(date: string, today: string): string {
  return dateWords(date, date.slice(0, 4) !== today.slice(0, 4))
}

let knownZone: string | undefined

/** The reader's own zone, cached: browsers build a formatter to find it, which costs more than formatting an instant. */
function localZone(): string {
  knownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return knownZone
}

function clock(at: Date, timeZone: string, last: 'minute' | 'second' = 'minute'): string {
  const parts = formatterIn(timeZone)?.formatToParts(at) ?? []
  const part = (type: string) => parts.find((found) => found.type === type)?.value
  const minute = `${part('hour')}:${part('minute')}`
  return last === 'minute' ? minute : `${minute}:${part('second')}`
}

function zoneName(at: Date, timeZone: string): string {
  return (
    formatterIn(timeZone)
      ?.formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  )
}

/** @returns `Today, 09:14`, `Yesterday, 09:14`, `16 Nov` or `16 Nov 2025` */
export function nearInstant(instant: string, now = new Date(), timeZone = officeZone()): string {
  const at = new Date(instant)
  const [day, today] = [dateIn(timeZone, at), dateIn(timeZone, now)]
  const days = daysBetween(day, today)
  if (days === 0) return say('Today, {time}', { time: clock(at, timeZone) })
  if (days === 1) return say('Yesterday, {time}', { time: clock(at, timeZone) })
  return dayWords(day, today)
}

/** As `nearInstant`, always with the year, for use beside other full dates. */
export function nearDay(instant: string): string {
  const now = new Date()
  const days = daysBetween(dateIn(officeZone(), new Date(instant)), officeToday(now))
  return days === 0 || days === 1 ? nearInstant(instant, now) : instantDay(instant)
}

/** @returns `27 Oct 2026` */
export function instantDay(instant: string, timeZone = officeZone()): string {
  return dateWords(dateIn(timeZone, new Date(instant)))
}

/** @returns `18 Nov 2026, 09:14`; for a reader whose own clock shows another time `18 Nov 2026, 09:14 GMT+6` */
export function fullInstant(instant: string, timeZone = officeZone(), readerZone = localZone()): string {
  return inZones(new Date(instant), timeZone, readerZone, 'minute')
}

/** As `fullInstant`, with seconds: `18 Nov 2026, 09:14:05`. */
export function exactInstant(instant: string, timeZone = officeZone(), readerZone = localZone()): string {
  return inZones(new Date(instant), timeZone, readerZone, 'second')
}

function inZones(at: Date, timeZone: string, readerZone: string, last: 'minute' | 'second'): string {
  const inZone = (zone: string) => `${dateWords(dateIn(zone, at))}, ${clock(at, zone, last)}`
  const words = inZone(timeZone)
  return words === inZone(readerZone) ? words : `${words} ${zoneName(at, timeZone)}`
}

/** @returns `10:46` */
export function clockTime(instant: string, timeZone = officeZone()): string {
  return clock(new Date(instant), timeZone)
}

/** @returns `just now`, `2 minutes ago`, `3 hours ago` or `5 days ago` */
export function agoWords(instant: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 60 / 24)]
  if (minutes < 1) return say('just now')
  if (minutes < 60) return say('{minutes, plural, one {{minutes} minute} other {{minutes} minutes}} ago', { minutes })
  if (hours < 24) return say('{hours, plural, one {{hours} hour} other {{hours} hours}} ago', { hours })
  return say('{days, plural, one {{days} day} other {{days} days}} ago', { days })
}
