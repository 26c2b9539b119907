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
export const DAY_MS = 86_400_000

/** Days between two instants (ms): calendar days, or those from Monday to Friday (UTC), parts of days included. */
export function daysBetweenInstants(from: number, to: number, unit: DayUnit): number {
  if (!(to > from)) return 0
  if (unit === 'calendar') return (to - from) / DAY_MS
  const workedUntil = (at: number): number => {
    // 1 January 1970 was a Thursday; weeks are counted from Monday.
    const sinceMonday = at / DAY_MS + 3
    const weeks = Math.floor(sinceMonday / 7)
    return weeks * 5 + Math.min(5, sinceMonday - weeks * 7)
  }
  return workedUntil(to) - workedUntil(from)
}

/** The groups of a request from the narrowest to the broadest. */
export function keysOf(row: Pick<HistoryRow, 'priority' | 'department' | 'developmentType'>): [string, string, string] {
  const type = row.developmentType ?? 'any'
  return [
    `${type}|${row.priority}|${row.department}`,
    `${type}|${row.priority}`,
    row.developmentType ? type : `${row.department}|${row.priority}`,
  ]
}

/** Rows that are asked about again and again are read once. */
const read: Record<DayUnit, WeakMap<HistoryRow, TimedRequest>> = { calendar: new WeakMap(), working: new WeakMap() }

export function timedOf(row: HistoryRow, unit: DayUnit): TimedRequest {
  let timed = read[unit].get(row)
  if (!timed) {
    const created = Date.parse(row.createdAt)
    const finished = row.finishedAt === null ? null : Date.parse(row.finishedAt)
    const days = finished === null ? 0 : daysBetweenInstants(created, finished, unit)
    timed = { created, finished, days, keys: keysOf(row) }
    read[unit].set(row, timed)
  }
  return timed
}
