import type { EstimateDays } from './settings.ts'
import { formatNumber } from './texts/formats.ts'

/** Default length of a working week: Monday to Friday. */
export const USUAL_WEEK = 5

interface Amount {
  amount: number
  unit: 'day' | 'week' | 'month'
}

/**
 * A duration as the specification's section 9 writes it: days below a week, weeks below 30 days, then months of 30 days. A
 * week or month of working days has as many as the office works. Fractions are rounded first; the minimum is one day.
 */
function inUnits(days: number, counted: EstimateDays, workWeek: number): Amount {
  const week = counted === 'calendar' ? 7 : workWeek
  const month = Math.round((week * 30) / 7)
  const whole = wholeDays(days)
  if (whole < week) return { amount: whole, unit: 'day' }
  if (whole < month) return { amount: Math.round(whole / week), unit: 'week' }
  return { amount: Math.round(whole / month), unit: 'month' }
}

function wholeDays(days: number): number {
  return Math.max(1, Math.round(days))
}

/** Working days are named as such; weeks and months mean the same in both units. */
function inWords({ amount, unit }: Amount, counted: EstimateDays, written = formatNumber(amount)): string {
  return `${written} ${counted === 'working' && unit === 'day' ? 'working ' : ''}${unit}${amount === 1 ? '' : 's'}`
}

/** "1 day", "3 working days", "2 weeks", "4 months" */
export function formatEstimatedDays(
  days: number,
  counted: EstimateDays = 'calendar',
  workWeek: number = USUAL_WEEK,
): string {
  return inWords(inUnits(days, counted, workWeek), counted)
}

/** Both ends of a range in days: "9–41 days", "3–12 working days", "1 day". */
export function dayRange(low: number, high: number, counted: EstimateDays = 'calendar'): string {
  const [from, to] = [wholeDays(low), wholeDays(high)]
  const end: Amount = { amount: to, unit: 'day' }
  return inWords(end, counted, from === to ? undefined : `${formatNumber(from)}–${formatNumber(to)}`)
}

/** A range in natural wording, each end in its own unit: "3–5 days", "2 weeks to 3 months", "1 month". */
export function rangeInWords(
  low: number,
  high: number,
  counted: EstimateDays = 'calendar',
  workWeek: number = USUAL_WEEK,
): string {
  const [from, to] = [inUnits(low, counted, workWeek), inUnits(high, counted, workWeek)]
  if (from.unit !== to.unit) return `${inWords(from, counted)} to ${inWords(to, counted)}`
  if (from.amount === to.amount) return inWords(to, counted)
  return inWords(to, counted, `${formatNumber(from.amount)}–${formatNumber(to.amount)}`)
}

/** What an estimate measures. It is not the end of an open request, part of whose time has passed (docs/flow-metrics.md). */
export const WHOLE_WAY = 'from submission to completion'

interface DayEnds {
  low: number
  high: number
}

/** Ratio of the ends from which a range is useless for planning. A low end below one day counts as one day. */
const TOO_WIDE = 20

/** Whether comparable requests took such different times that no figure is meaningful. */
export function isTooWide({ low, high }: DayEnds): boolean {
  return high > TOO_WIDE * Math.max(low, 1)
}

/** Both ends in whole days, without the unit: "8 to 21", "1". */
function ends({ low, high }: DayEnds): string {
  const [from, to] = [wholeDays(low), wholeDays(high)]
  return from === to ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(to)}`
}

/** "Half of such requests take 8 to 21 days from submission to completion, four in five 3 to 48." */
export function rangesInWords(half: DayEnds, wide: DayEnds, counted: EstimateDays = 'calendar'): string {
  const halfEnd: Amount = { amount: wholeDays(half.high), unit: 'day' }
  return `Half of such requests take ${inWords(halfEnd, counted, ends(half))} ${WHOLE_WAY}, four in five ${ends(wide)}.`
}
