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
