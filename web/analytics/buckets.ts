import type { Flow } from '../../shared/analytics/flow.ts'
import { addDays, daysBetween, mondayOf } from '../../shared/dates.ts'

export interface Bucket {
  /** first and last day of the period that are in it */
  from: string
  to: string
  /** indices of its first and last day in `Flow`'s arrays */
  first: number
  last: number
}

export type BucketUnit = 'day' | 'week' | 'month'

const MAX_DAYS = 45
const MAX_WEEKS = 60

/** The smallest unit whose bars do not touch. */
export function unitOf({ from, to }: Flow['period']): BucketUnit {
  const days = daysBetween(from, to) + 1
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_WEEKS * 7 ? 'week' : 'month'
}

/** Groups the days of the period up to today; the first and last bucket may be partial. */
export function bucketsOf(flow: Flow): Bucket[] {
  const unit = unitOf(flow.period)
  const length = flow.throughput.arrived.length
  const buckets: Bucket[] = []
  for (let first = 0; first < length;) {
    const from = addDays(flow.period.from, first)
    const end = Math.min(length - 1, first + daysBetween(from, lastDayOf(unit, from)))
    buckets.push({ from, to: addDays(flow.period.from, end), first, last: end })
    first = end + 1
  }
  return buckets
}

function lastDayOf(unit: BucketUnit, day: string): string {
  if (unit === 'day') return day
  if (unit === 'week') return addDays(mondayOf(day), 6)
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month, 0)).toISOString().slice(0, 10)
}

export function sumOf(days: readonly number[], { first, last }: Bucket): number {
  let sum = 0
  for (let day = first; day <= last; day++) sum += days[day] ?? 0
  return sum
}
