import type { Report } from '../../shared/reports/definition.ts'
import type { Schedule } from '../../shared/reports/schedule.ts'

/** A custom report with example values. */
export function buildReport(change: Partial<Report> = {}): Report {
  return {
    id: 'p1',
    name: 'Trucks',
    content: { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' },
    owner: null,
    ownerIsGone: false,
    sharedWith: [],
    version: 1,
    updatedAt: null,
    ...change,
  }
}

/** Ben's, every Monday, stopped. */
export function buildSchedule(change: Partial<Schedule> = {}): Schedule {
  return {
    owner: { id: 'ben', firstName: 'Ben', lastName: 'Marlow' },
    cadence: 'weekly',
    weekday: 1,
    monthDay: 1,
    time: '07:30',
    timeZone: 'UTC',
    period: null,
    formats: ['pdf'],
    recipients: { people: [], roles: [] },
    nextAt: null,
    note: null,
    version: 1,
    ...change,
  }
}
