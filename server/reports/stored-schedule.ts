import type { ReportFormat } from '../../shared/reports/runs.ts'
import type { Recipients, Schedule, When } from '../../shared/reports/schedule.ts'
import { reportNote } from './notes.ts'
import type { namesOf } from './queries.ts'
import type { ScheduleRow } from './schedule-queries.ts'

export function columnsOf({ cadence, weekday, monthDay, time, timeZone }: When) {
  return { cadence, weekday, month_day: monthDay, time, time_zone: timeZone }
}

export function whenOf({ cadence, weekday, month_day, time, time_zone }: ScheduleRow): When {
  return { cadence, weekday, monthDay: month_day, time, timeZone: time_zone }
}

export function toSchedule(row: ScheduleRow, names: Awaited<ReturnType<typeof namesOf>>): Schedule {
  return {
    ...whenOf(row),
    owner: names.get(row.owner_id) ?? { id: row.owner_id, firstName: '', lastName: '' },
    period: row.period,
    formats: JSON.parse(row.formats) as ReportFormat[],
    recipients: JSON.parse(row.recipients) as Recipients,
    nextAt: row.next_at,
    note: reportNote(row.note),
    version: row.version,
  }
}
