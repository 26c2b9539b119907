import { dateOf, monthNamed } from '../../../shared/written-dates.ts'

interface Holiday {
  date: string
  name: string
}

export interface PastedHolidays {
  holidays: Holiday[]
  /** line numbers, from 1, of lines that are not a date with a name */
  unclear: number[]
}

const SEPARATOR = String.raw`[\s,;:|–-]+`
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${SEPARATOR}(.+)$`)
/** Day first: with dots the format is unambiguous. */
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${SEPARATOR}(.+)$`)
const WRITTEN = new RegExp(String.raw`^(\d{1,2}) ([a-z]+) (\d{4})${SEPARATOR}(.+)$`, 'i')

/** Parses lines of a date and a name, as copied from a table or a calendar. Empty lines are ignored. */
export function readHolidays(text: string): PastedHolidays {
  const holidays: Holiday[] = []
  const unclear: number[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const holiday = readLine(line.trim())
    if (holiday) holidays.push(holiday)
    else unclear.push(i + 1)
  }
  return { holidays, unclear }
}

function readLine(line: string): Holiday | null {
  const iso = ISO.exec(line)
  if (iso) return holidayOf(iso[1]!, iso[2]!, iso[3]!, iso[4]!)
  const dotted = DOTTED.exec(line)
  if (dotted) return holidayOf(dotted[3]!, dotted[2]!, dotted[1]!, dotted[4]!)
  const written = WRITTEN.exec(line)
  const month = written ? monthNamed(written[2]!) : undefined
  return written && month ? holidayOf(written[3]!, String(month), written[1]!, written[4]!) : null
}

function holidayOf(year: string, month: string, day: string, name: string): Holiday | null {
  const date = dateOf(Number(year), Number(month), Number(day))
  return date === null ? null : { date, name: name.trim().slice(0, 100) }
}

/** Merged and sorted by date; of two with the same date, the later one counts. */
export function withHolidays(present: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const byDate = new Map([...present, ...added].map((holiday) => [holiday.date, holiday]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
