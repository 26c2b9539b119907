import type { FieldErrors } from 'react-hook-form'
import { isTimeZone, WEEKDAYS } from '../../shared/dates.ts'
import { PERIOD_KEYS, type ReportPeriod } from '../../shared/reports/ready.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import type { Cadence, Schedule, ScheduleChange, When } from '../../shared/reports/schedule.ts'

/** The form values of a schedule. */
export interface ScheduleForm {
  cadence: Cadence
  weekday: string
  monthDay: string
  time: string
  timeZone: string
  /** empty: the report has none */
  period: ReportPeriod | ''
  formats: ReportFormat[]
  people: string[]
  roles: string[]
  /** version at the start of editing, kept in the draft to detect a save from another tab */
  version: number
}

export function formOf(stored: Schedule | null, timeZone: string, period: ReportPeriod | undefined): ScheduleForm {
  if (!stored) {
    const when = { cadence: 'weekly', weekday: '1', monthDay: '1', time: '07:30', timeZone } as const
    return { ...when, period: period ?? '', formats: ['pdf'], people: [], roles: [], version: 0 }
  }
  return {
    cadence: stored.cadence,
    weekday: String(stored.weekday),
    monthDay: String(stored.monthDay),
    time: stored.time,
    timeZone: stored.timeZone,
    period: stored.period ?? period ?? '',
    formats: [...stored.formats],
    people: [...stored.recipients.people],
    roles: [...stored.recipients.roles],
    version: stored.version,
  }
}

export function changeOf({ people, roles, period, ...form }: ScheduleForm): ScheduleChange {
  const known = PERIOD_KEYS.find((key) => key === period)
  return {
    ...form,
    weekday: Number(form.weekday),
    monthDay: Number(form.monthDay),
    timeZone: form.timeZone.trim(),
    ...(known && { period: known }),
    recipients: { people, roles },
  }
}

export function problemsIn({ time, timeZone, formats }: ScheduleForm): FieldErrors<ScheduleForm> {
  return {
    ...(time === '' && { time: { type: 'rule', message: 'Please enter a time' } }),
    ...(!isTimeZone(timeZone.trim()) && { timeZone: { type: 'rule', message: 'There is no such time zone' } }),
    ...(formats.length === 0 && { formats: { type: 'rule', message: 'Please choose a format' } }),
  }
}

/** `Every Monday at 07:30 (Europe/Paris)` */
export function whenWords({ cadence, weekday, monthDay, time, timeZone }: When): string {
  const day =
    cadence === 'daily'
      ? 'Every day'
      : cadence === 'weekly'
        ? `Every ${WEEKDAYS[weekday - 1]}`
        : `On day ${monthDay} of every month`
  return `${day} at ${time} (${timeZone})`
}
