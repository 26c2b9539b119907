import type { RUN_STATES } from '../../shared/reports/runs.ts'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import type { Cadence } from '../../shared/reports/schedule.ts'

export interface ReportTables {
  reports: {
    id: string
    owner_id: string
    name: string
    /** JSON of a `CustomReport` */
    content: string
    /** JSON list of roles */
    shared_with: string
    version: number
    created_at: string
    updated_at: string
  }
  /** A person has one for a report. */
  report_schedules: {
    id: string
    /** of a saved one, or the key of a ready one */
    report_id: string
    owner_id: string
    cadence: Cadence
    weekday: number
    month_day: number
    time: string
    time_zone: string
    period: ReportPeriod | null
    /** JSON list */
    formats: string
    /** JSON of `Recipients` */
    recipients: string
    /** null: it has stopped */
    next_at: string | null
    note: string | null
    version: number
  }
  report_runs: {
    id: string
    report_id: string
    schedule_id: string | null
    /** when its schedule asked for it; that and the schedule are unique */
    due_at: string | null
    /** with whose eyes it is made */
    owner_id: string
    name: string
    /** the report as it was then */
    content: string
    period: ReportPeriod | null
    formats: string
    /** 1: made with the requests of everybody; null while it is not made */
    sees_all: number | null
    state: (typeof RUN_STATES)[number]
    /** JSON list: format, name, store key, size, checksum */
    files: string
    /** JSON, its tables cut */
    document: string | null
    row_count: number | null
    note: string | null
    created_at: string
    ended_at: string | null
    expires_at: string
  }
  /** Who besides its maker may see a run: `person:` or `role:` and an id. */
  report_run_readers: {
    run_id: string
    reader: string
  }
}
