import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Reader } from '../../platform/database/db.ts'

/** Years with exact daylight-saving changes; before and after them the nearest offset applies. */
const YEARS = [2010, 2040] as const
const MINUTE = 60_000

/** The zone's offset from UTC in minutes, from an instant on. */
interface Offset {
  from: string
  minutes: number
}

/** The office's calendar day of an instant. PostgreSQL knows time zones; for SQLite the offsets are spelled out in SQL. */
export function localDay(db: Reader, timeZone: string, instant: RawBuilder<unknown>): RawBuilder<string> {
  if (engineOf(db) === 'postgres') return sql`(${instant} at time zone ${timeZone})::date`
  const offsets = offsetsOf(timeZone)
  if (offsets.length === 1) return sql`date(${instant}, ${modifier(offsets[0]!)})`
  const cases = offsets.toReversed().map((offset) => sql`when ${instant} >= ${offset.from} then ${modifier(offset)}`)
  return sql`date(${instant}, case ${sql.join(cases, sql` `)} end)`
}

function modifier({ minutes }: Offset): string {
  return `${minutes >= 0 ? '+' : ''}${minutes} minutes`
}

/** In chronological order; the first one also applies to all earlier times. */
function offsetsOf(timeZone: string): Offset[] {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) =>
    minutesIn(formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  const offsets: Offset[] = [{ from: '', minutes: offsetAt(Date.UTC(YEARS[0], 0)) }]
  for (let month = 1; month <= 12 * (YEARS[1] - YEARS[0]); month++) {
    const [start, end] = [Date.UTC(YEARS[0], month - 1), Date.UTC(YEARS[0], month)]
    if (offsetAt(end) === offsets.at(-1)!.minutes) continue
    offsets.push({ from: new Date(changeWithin(start, end, offsetAt)).toISOString(), minutes: offsetAt(end) })
  }
  return offsets
}

/** The minute at which the offset changes, by binary search. */
function changeWithin(start: number, end: number, offsetAt: (at: number) => number): number {
  const after = offsetAt(end)
  let [before, at] = [start, end]
  while (at - before > MINUTE) {
    const middle = before + Math.floor((at - before) / 2 / MINUTE) * MINUTE
    if (offsetAt(middle) === after) at = middle
    else before = middle
  }
  return at
}

/** "GMT-03:30": -210. */
function minutesIn(name: string): number {
  const [, sign, hours, minutes = '0'] = /^GMT(?:([+-])(\d{1,2})(?::(\d{2}))?)?/.exec(name) ?? []
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
