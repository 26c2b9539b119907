import { LocalClock } from '../durations/local-clock.ts'
import { type WorkCalendar, WorkDays } from '../durations/work-days.ts'

const DAY_MS = 86_400_000
export type DayUnit = 'calendar' | 'working'

/**
 * Days of an office: its calendar days, whose length changes at clock changes, and its working days. A duration in calendar
 * days is the difference in local time, so that noon to noon is exactly one day.
 */
export class OfficeTime {
  readonly #clock: LocalClock
  readonly #workDays: WorkDays

  constructor(calendar: WorkCalendar) {
    this.#clock = new LocalClock(calendar.timeZone)
    this.#workDays = new WorkDays(calendar)
  }

  /** The office's calendar day of an instant, counted from 1 January 1970. */
  dayOf(at: number): number {
    return this.#clock.dayOf(at)
  }

  isWorking(day: number): boolean {
    return this.#workDays.isWorking(day)
  }

  /**
   * Days from one instant to a later one, parts of days included. Local time goes back when the clocks do: a duration that
   * begins before and ends in the repeated hour is none, not negative.
   */
  between(unit: DayUnit, from: number, to: number): number {
    if (unit === 'working') return Math.max(0, this.#workDays.between(from, to))
    return Math.max(0, (this.#clock.localOf(to) - this.#clock.localOf(from)) / DAY_MS)
  }
}

/** @param date `YYYY-MM-DD` */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
