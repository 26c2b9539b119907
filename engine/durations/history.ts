import type { DevelopmentType } from '../../shared/ai.ts'
import type { Department, Priority } from '../../shared/requests.ts'
import type { TimedRequest } from './durations.ts'
import { MONDAY_TO_FRIDAY, type WorkCalendar, WorkDays } from './work-days.ts'

/** A request of the office's history, as used for learning durations. */
export interface HistoryRow {
  id: string
  requestId: string
  title: string
  description: string
  priority: Priority
  department: Department
  developmentType: DevelopmentType | null
  /** ISO instants; `finishedAt` is null while open. Must not contain rejected or cancelled requests. */
  createdAt: string
  finishedAt: string | null
}

export type DayUnit = 'calendar' | 'working'
const DAY_MS = 86_400_000

/** Days between two instants (ms): calendar days or the office's working days, fractions included. */
export function daysBetweenInstants(from: number, to: number, unit: DayUnit, calendar = MONDAY_TO_FRIDAY): number {
  if (!(to > from)) return 0
  return unit === 'calendar' ? (to - from) / DAY_MS : workDaysOf(calendar).between(from, to)
}

/** The instant this many days after another one. */
export function instantAfter(from: number, days: number, unit: DayUnit, calendar = MONDAY_TO_FRIDAY): number {
  return unit === 'calendar' ? from + days * DAY_MS : workDaysOf(calendar).after(from, days)
}

/** One per calendar, cached while the calendar is in use. */
const built = new WeakMap<WorkCalendar, WorkDays>()

function workDaysOf(calendar: WorkCalendar): WorkDays {
  let days = built.get(calendar)
  if (!days) built.set(calendar, (days = new WorkDays(calendar)))
  return days
}

/** Possible grouping facets; a group that is too small drops them from the end. */
export const FACETS = ['developmentType', 'priority', 'department'] as const
export type Facet = (typeof FACETS)[number]

export function facetsOf(row: Pick<HistoryRow, Facet>): (string | null)[] {
  return FACETS.map((facet) => row[facet])
}

/** Parsed rows, cached for calendar days and for each working calendar, because the same rows are read repeatedly. */
const readIn = { calendar: new WeakMap<HistoryRow, TimedRequest>(), working: new WeakMap<WorkCalendar, Timed>() }
type Timed = WeakMap<HistoryRow, TimedRequest>

function readBefore(unit: DayUnit, calendar: WorkCalendar): Timed {
  if (unit === 'calendar') return readIn.calendar
  let read = readIn.working.get(calendar)
  if (!read) readIn.working.set(calendar, (read = new WeakMap()))
  return read
}

export function timedOf(row: HistoryRow, unit: DayUnit, calendar = MONDAY_TO_FRIDAY): TimedRequest {
  const read = readBefore(unit, calendar)
  let timed = read.get(row)
  if (!timed) {
    const created = Date.parse(row.createdAt)
    const finished = row.finishedAt === null ? null : Date.parse(row.finishedAt)
    const days = finished === null ? 0 : daysBetweenInstants(created, finished, unit, calendar)
    timed = { created, finished, days, facets: facetsOf(row) }
    read.set(row, timed)
  }
  return timed
}
