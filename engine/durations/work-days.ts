import { LocalClock } from './local-clock.ts'

/** The office's working calendar: plain values that can be cloned between threads. */
export interface WorkCalendar {
  /** 1 Monday … 7 Sunday */
  workingDays: readonly number[]
  /** dates, `YYYY-MM-DD` */
  holidays: readonly string[]
  /** time zone in which its days begin at midnight */
  timeZone: string
}

export const MONDAY_TO_FRIDAY: WorkCalendar = { workingDays: [1, 2, 3, 4, 5], holidays: [], timeZone: 'UTC' }

const DAY_MS = 86_400_000

/** Counts working days between instants, parts of days included. Days are numbered from 1 January 1970, a Thursday. */
export class WorkDays {
  readonly #clock: LocalClock
  readonly #works: readonly boolean[]
  /** number of working days in a week before each weekday */
  readonly #before: readonly number[]
  readonly #perWeek: number
  /** day numbers of the holidays that fall on working days, ascending */
  readonly #holidays: readonly number[]

  constructor({ workingDays, holidays, timeZone }: WorkCalendar) {
    this.#clock = new LocalClock(timeZone)
    this.#works = Array.from({ length: 7 }, (_, i) => workingDays.includes(i + 1))
    this.#before = this.#works.map((_, i) => this.#works.slice(0, i).filter(Boolean).length)
    this.#perWeek = this.#works.filter(Boolean).length
    const days = holidays.map((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS)
    this.#holidays = [...new Set(days)].filter((day) => this.#works[weekdayOf(day)]).sort((a, b) => a - b)
  }

  /** The calendar day of an instant in the office. */
  dayOf(at: number): number {
    return this.#clock.dayOf(at)
  }

  /** @param from ms since 1970 */
  between(from: number, to: number): number {
    return this.#workedUntil(this.#clock.localOf(to)) - this.#workedUntil(this.#clock.localOf(from))
  }

  /** The instant this many working days after another one; where two instants qualify, the beginning of the later working day. */
  after(from: number, days: number): number {
    const target = this.#workedUntil(this.#clock.localOf(from)) + days
    let low = Math.floor(from / DAY_MS) - 2
    let high = low + Math.ceil(((days + 2) * 7) / this.#perWeek) + this.#holidays.length + 14
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.#workedBefore(middle) <= target) low = middle
      else high = middle
    }
    return this.#clock.instantOf((low + target - this.#workedBefore(low)) * DAY_MS)
  }

  #workedUntil(local: number): number {
    const day = Math.floor(local / DAY_MS)
    return this.#workedBefore(day) + (this.isWorking(day) ? local / DAY_MS - day : 0)
  }

  #workedBefore(day: number): number {
    const weeks = Math.floor((day + 3) / 7)
    return weeks * this.#perWeek + this.#before[weekdayOf(day)]! - this.#holidaysBefore(day)
  }

  /** @param day counted from 1 January 1970 */
  isWorking(day: number): boolean {
    return this.#works[weekdayOf(day)]! && this.#holidays[this.#holidaysBefore(day)] !== day
  }

  #holidaysBefore(day: number): number {
    let [low, high] = [0, this.#holidays.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#holidays[middle]! < day) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** 0 Monday … 6 Sunday */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}
