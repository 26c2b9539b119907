import { addDays, mondayOf } from '../../shared/dates.ts'

/** Calendar dates, inclusive; a missing end is open. */
export interface Range {
  from?: string
  to?: string
}
/**
 * A range of days relative to today: `today`, `last week`, `next month`, `last 30 days`, `month 5` (the latest May that has
 * begun), `month 1 ahead`, `year 2025`, `day -14`, `past monday`, `coming friday`, `a month ago`; or explicit ends.
 */
export type Period = string | { from?: string; to?: string; before?: string; after?: string }

/**
 * @param variant 0, 1 or 2: the usual readings of ambiguous periods such as "last 30 days" or "last week"; most periods have
 * only one
 * @throws Error for an unknown period
 */
export function rangeOf(period: Period, today: string, variant = 0): Range {
  if (typeof period === 'string') return named(period, today, variant)
  const { from, to, before, after } = period
  const edge = (text: string) => named(text, today, variant)
  return {
    ...(from && { from: edge(from).from }),
    ...(after && { from: addDays(edge(after).to!, 1) }),
    ...(to && { to: edge(to).to }),
    ...(before && { to: addDays(edge(before).from!, -1) }),
  }
}

export function isWithin(date: string | null, { from, to }: Range): boolean {
  return date !== null && (!from || date >= from) && (!to || date <= to)
}

const UNITS = ['week', 'month', 'quarter', 'year'] as const
type Unit = (typeof UNITS)[number]
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function named(text: string, today: string, variant: number): Range {
  const one = (date: string) => ({ from: date, to: date })
  if (text === 'today') return one(today)
  if (text === 'yesterday') return one(addDays(today, -1))
  if (text === 'tomorrow') return one(addDays(today, 1))
  if (text === 'a month ago') return one([addMonths(today, -1), addDays(today, -30), addDays(today, -31)][variant]!)
  if (text === 'quarter before last') return unitOf('quarter', addMonths(unitOf('quarter', today).from!, -6))
  const words = text.split(' ')
  const [first = '', second = '', third = ''] = words
  if (first === 'day') return one(addDays(today, Number(second)))
  if (first === 'year') return { from: `${second}-01-01`, to: `${second}-12-31` }
  if (first === 'month') return unitOf('month', monthNamed(Number(second), today, third === 'ahead'))
  if (first === 'past' || first === 'coming') return one(weekday(second, today, first === 'past' ? -1 : 1))
  const isCounted = /^(?:last|next) \d+ (?:days|weeks|months)$/.test(text)
  if (isCounted) return counted(first === 'last', Number(second), third, today, variant)
  const unit = UNITS.find((name) => name === second)
  if (!unit || words.length > 2 || !['this', 'last', 'next'].includes(first))
    throw new Error(`The period "${text}" is not known`)
  return beside(unit, first, today, variant)
}

function beside(unit: Unit, which: string, today: string, variant: number): Range {
  const current = unitOf(unit, today)
  if (which === 'this') return current
  if (unit === 'week' && variant > 0) return counted(which === 'last', 7, 'days', today, variant - 1)
  return unitOf(unit, which === 'last' ? addDays(current.from!, -1) : addDays(current.to!, 1))
}

/** The week, month, quarter or year that contains a date. */
function unitOf(unit: Unit, date: string): Range {
  if (unit === 'week') return { from: mondayOf(date), to: addDays(mondayOf(date), 6) }
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  const from = firstOf(year, month - ((month - 1) % months))
  return { from, to: addDays(addMonths(from, months), -1) }
}

/** `last 30 days`, `next 2 weeks`, `last 6 months`. */
function counted(isPast: boolean, count: number, unit: string, today: string, variant: number): Range {
  const sign = isPast ? -1 : 1
  let far: string
  if (unit === 'months') {
    const month = firstOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)))
    far = [addMonths(today, sign * count), addMonths(month, sign * count), addMonths(month, sign * (count - 1))][
      variant
    ]!
  } else {
    const days = count * (unit === 'weeks' ? 7 : 1)
    far = addDays(today, sign * (variant === 0 ? days - 1 : days))
  }
  // The third reading of days excludes today.
  const near = variant === 2 && unit !== 'months' ? addDays(today, sign) : today
  return isPast ? { from: far, to: near } : { from: near, to: far }
}

function monthNamed(month: number, today: string, isAhead: boolean): string {
  const here = firstOf(Number(today.slice(0, 4)), month)
  const current = `${today.slice(0, 7)}-01`
  if (isAhead) return here < current ? addMonths(here, 12) : here
  return here > current ? addMonths(here, -12) : here
}

function weekday(name: string, today: string, step: 1 | -1): string {
  const day = DAYS.indexOf(name)
  if (day < 0) throw new Error(`The day "${name}" is not known`)
  let date = today
  while (new Date(`${date}T00:00:00Z`).getUTCDay() !== day) date = addDays(date, step)
  return date
}

function firstOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, Number(date.slice(8))]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10)
}
