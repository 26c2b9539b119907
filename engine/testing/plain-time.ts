import { dateIn } from '../../shared/dates.ts'
import type { WorkCalendar } from '../durations/work-days.ts'

const DAY_MS = 86_400_000

/** Reference implementation of an office's time: days and durations, counted day by day. */
export class PlainTime {
  readonly #calendar: WorkCalendar
  readonly #unit: 'calendar' | 'working'

  constructor(calendar: WorkCalendar, unit: 'calendar' | 'working') {
    this.#calendar = calendar
    this.#unit = unit
  }

  dayOf(at: string): string {
    return dateIn(this.#calendar.timeZone, new Date(at))
  }

  /** Local time of the office, as a number. */
  #local(at: string): number {
    const { timeZone } = this.#calendar
    const shown = new Date(at).toLocaleString('sv-SE', { timeZone })
    return Date.parse(`${shown.replace(' ', 'T')}Z`) + (Date.parse(at) % 1000)
  }

  #works(day: string): boolean {
    if (this.#unit === 'calendar') return true
    const { workingDays, holidays } = this.#calendar
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    return workingDays.includes(weekday) && !holidays.includes(day)
  }

  /** Day by day, the share of each that lies in between. */
  between(from: string, to: string): number {
    const [begin, end] = [this.#local(from), this.#local(to)]
    // Local times in the repeated hour of a clock change.
    if (begin > end) return 0
    let sum = 0
    for (let day = Math.floor(begin / DAY_MS); day * DAY_MS < end; day++) {
      if (!this.#works(new Date(day * DAY_MS).toISOString().slice(0, 10))) continue
      sum += (Math.min(end, (day + 1) * DAY_MS) - Math.max(begin, day * DAY_MS)) / DAY_MS
    }
    return sum
  }
}
