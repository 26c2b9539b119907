import type { DevelopmentType } from '../../shared/ai.ts'
import type { Department, Priority } from '../../shared/requests.ts'
import type { TimedRequest } from './durations.ts'

/** A request of the office's history, as durations are learnt from it. */
export interface HistoryRow {
  id: string
  requestId: string
  title: string
  description: string
  priority: Priority
  department: Department
  developmentType: DevelopmentType | null
  /** ISO instants; `finishedAt` null while open. Rejected and cancelled requests don't belong in here. */
  createdAt: string
  finishedAt: string | null
}

export type DayUnit = 'calendar' | 'working'
const DAY_MS = 86_400_000

/** Days between two instants (ms): calendar days, or those from Monday to Friday (UTC), parts of days included. */
export function daysBetweenInstants(from: number, to: number, unit: DayUnit): number {
  if (!(to > from)) return 0
  if (unit === 'calendar') return (to - from) / DAY_MS
  return workedUntil(to) - workedUntil(from)
}

/** Days from Monday to Friday until an instant, parts included. 1 January 1970 was a Thursday; weeks are counted from Monday. */
function workedUntil(at: number): number {
  const sinceMonday = at / DAY_MS + 3
  const weeks = Math.floor(sinceMonday / 7)
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7)
}

/** The instant so many days after another one. */
export function instantAfter(from: number, days: number, unit: DayUnit): number {
  if (unit === 'calendar') return from + days * DAY_MS
  const worked = workedUntil(from) + days
  const weeks = Math.floor(worked / 5)
  return (weeks * 7 + worked - weeks * 5 - 3) * DAY_MS
}

/** What requests may be grouped by, in the order in which a group too small gives it up from the end. */
export const FACETS = ['developmentType', 'priority', 'department'] as const
export type Facet = (typeof FACETS)[number]

export function facetsOf(row: Pick<HistoryRow, Facet>): (string | null)[] {
  return FACETS.map((facet) => row[facet])
}

/** Rows that are asked about again and again are read once. */
const read: Record<DayUnit, WeakMap<HistoryRow, TimedRequest>> = { calendar: new WeakMap(), working: new WeakMap() }

export function timedOf(row: HistoryRow, unit: DayUnit): TimedRequest {
  let timed = read[unit].get(row)
  if (!timed) {
    const created = Date.parse(row.createdAt)
    const finished = row.finishedAt === null ? null : Date.parse(row.finishedAt)
    const days = finished === null ? 0 : daysBetweenInstants(created, finished, unit)
    timed = { created, finished, days, facets: facetsOf(row) }
    read[unit].set(row, timed)
  }
  return timed
}
