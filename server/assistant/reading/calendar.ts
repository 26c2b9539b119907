import { addDays, mondayOf } from '../../../shared/dates.ts'
import { firstDayOf, lastDayOf } from '../../../shared/assistant/spans.ts'

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const UNITS: Record<string, Unit> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  d: 'day',
  wk: 'week',
  yr: 'year',
}

export function unitOf(word: string | undefined): Unit | undefined {
  if (word === undefined) return undefined
  const singular = word.endsWith('s') ? word.slice(0, -1) : word
  return Object.hasOwn(UNITS, singular) ? UNITS[singular] : undefined
}

/** The day `count` units before a day, or after it where `count` is negative. */
export function stepBack(day: string, count: number, unit: Unit): string {
  if (unit === 'day') return addDays(day, -count)
  if (unit === 'week') return addDays(day, -7 * count)
  const months = count * { month: 1, quarter: 3, year: 12 }[unit]
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months, Number(day.slice(8))]
  const last = lastDayOf(year, month)
  return Number(last.slice(8)) <= date ? last : addDays(firstDayOf(year, month), date - 1)
}

/** The whole week, month, quarter or year that contains a day. */
export function unitAround(day: string, unit: Unit): { from: string; to: string } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (unit === 'day') return { from: day, to: day }
  if (unit === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  if (unit === 'month') return { from: firstDayOf(year, month), to: lastDayOf(year, month) }
  if (unit === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` }
  const first = Math.floor((month - 1) / 3) * 3 + 1
  return { from: firstDayOf(year, first), to: lastDayOf(year, first + 2) }
}
