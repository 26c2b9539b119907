import { LocalClock } from '../../../engine/durations/local-clock.ts'

/** The month of an instant in a time zone: `2026-03`. */
export type MonthOf = (instant: string) => string

export function monthsIn(timeZone: string): MonthOf {
  const clock = new LocalClock(timeZone)
  return (instant) => new Date(clock.localOf(Date.parse(instant))).toISOString().slice(0, 7)
}
