import { addDays } from '../../../shared/dates.ts'
import { stepBack } from './calendar.ts'
import type { Period } from './dates.ts'

/**
 * A period as one of due dates: a day or month without a year is rather in the future than long past, and "the next 7 days"
 * begin today.
 * @param isDue false leaves the period as it is
 */
export function towards(period: Period, today: string, isDue: boolean): Period {
  if (!isDue) return period
  // "After the next 7 days" has no end, and begins where they end.
  if (period.isRolling && period.isFuture && period.to !== undefined) return { ...period, from: today }
  const moved = (move: (date: string) => string) => ({
    ...period,
    from: period.from === undefined ? undefined : move(period.from),
    to: period.to === undefined ? undefined : move(period.to),
  })
  const day = period.to ?? period.from ?? today
  if (period.isWeekday) return day < today ? moved((date) => addDays(date, 7)) : period
  return period.isYearless && day < stepBack(today, 6, 'month') ? moved((date) => stepBack(date, -1, 'year')) : period
}
