const WEEK = 7
const MONTH = 30

const count = (n: number, unit: string) => `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`

/**
 * A duration as the specification's section 9 writes it: days below a week, weeks below 30 days, then months of 30 days.
 * Parts of a day are rounded first, and nothing takes less than one.
 */
export function formatEstimatedDays(days: number): string {
  const whole = Math.max(1, Math.round(days))
  if (whole < WEEK) return count(whole, 'day')
  if (whole < MONTH) return count(Math.round(whole / WEEK), 'week')
  return count(Math.round(whole / MONTH), 'month')
}

/** Both ends of a range in days, as exact as it is known: "9–41 days", "1 day". */
export function dayRange(low: number, high: number): string {
  const [from, to] = [Math.max(1, Math.round(low)), Math.max(1, Math.round(high))]
  return from === to ? count(to, 'day') : `${from.toLocaleString('en')}–${count(to, 'day')}`
}

/** How long a week and a month are when only Monday to Friday count. */
const WORKING_WEEK = 5
const WORKING_MONTH = 21

function inUnits(days: number, isWorking: boolean): { amount: number; unit: 'day' | 'week' | 'month' } {
  const [week, month] = isWorking ? [WORKING_WEEK, WORKING_MONTH] : [WEEK, MONTH]
  const whole = Math.max(1, Math.round(days))
  if (whole < week) return { amount: whole, unit: 'day' }
  if (whole < month) return { amount: Math.round(whole / week), unit: 'week' }
  return { amount: Math.round(whole / month), unit: 'month' }
}

/**
 * A range as a person would say it, each end in the unit that fits it: "3–5 days", "2 weeks to 3 months", "1 month".
 * Working days are named as such; weeks and months are the same to everybody.
 */
export function rangeInWords(low: number, high: number, unit: 'calendar' | 'working' = 'calendar'): string {
  const isWorking = unit === 'working'
  const [from, to] = [inUnits(low, isWorking), inUnits(high, isWorking)]
  const words = (end: typeof from, amount = end.amount.toLocaleString('en')) =>
    `${amount} ${isWorking && end.unit === 'day' ? 'working ' : ''}${end.unit}${end.amount === 1 ? '' : 's'}`
  if (from.unit !== to.unit) return `${words(from)} to ${words(to)}`
  if (from.amount === to.amount) return words(to)
  return words(to, `${from.amount.toLocaleString('en')}–${to.amount.toLocaleString('en')}`)
}
