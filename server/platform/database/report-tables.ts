import type { RUN_STATES } from '../../../shared/reports/runs.ts'
import type { ReportPeriod } from '../../../shared/reports/ready.ts'
import type { Cadence } from '../../../shared/reports/schedule.ts'

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
  /** One per person and report. */
  report_schedules: {
    id: string
    /** id of a saved report, or key of a built-in one */
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
    /** null: stopped */
    next_at: string | null
    note: string | null
    version: number
  }
  report_runs: {
    id: string
    report_id: string
    schedule_id: string | null
    /** the scheduled time; unique per schedule */
    due_at: string | null
    /** its permissions decide which requests are included */
    owner_id: string
    name: string
    /** the report as defined at that time */
    content: string
    period: ReportPeriod | null
    formats: string
    /** 1: included all requests; null until it has been made */
    sees_all: number | null
    state: (typeof RUN_STATES)[number]
    /** JSON list: format, name, store key, size, checksum */
    files: string
    /** JSON, with its tables truncated */
    document: string | null
    row_count: number | null
    note: string | null
    created_at: string
    ended_at: string | null
    expires_at: string
  }
  /** Readers of a run besides its owner: `person:` or `role:` and an id. */
  report_run_readers: {
    run_id: string
    reader: string
  }
}
