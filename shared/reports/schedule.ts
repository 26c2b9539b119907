import { z } from 'zod'
import { TimeZone } from '../general-settings.ts'
import { PersonName } from '../users.ts'
import { PERIOD_KEYS } from './ready.ts'
import { Formats } from './runs.ts'

const CADENCES = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const
export type Cadence = keyof typeof CADENCES
const CADENCE_KEYS = Object.keys(CADENCES) as [Cadence, ...Cadence[]]

const Recipients = z
  .strictObject({
    people: z.array(z.string().min(1).max(100)).max(100, 'At most 100 people'),
    roles: z.array(z.string().min(1).max(100)).max(100, 'At most 100 roles'),
  })
  .transform(({ people, roles }) => ({ people: [...new Set(people)], roles: [...new Set(roles)] }))
export type Recipients = z.infer<typeof Recipients>

/** When it runs: a local time in a time zone, daily, on a weekday or on a day of the month. */
const WHEN = {
  cadence: z.enum(CADENCE_KEYS, 'A schedule is daily, weekly or monthly'),
  /** for weekly schedules: 1 Monday … 7 Sunday */
  weekday: z.int().min(1, 'Days are 1 (Monday) to 7 (Sunday)').max(7, 'Days are 1 (Monday) to 7 (Sunday)'),
  /** for monthly schedules; a shorter month uses its last day */
  monthDay: z.int().min(1, 'Days are 1 to 31').max(31, 'Days are 1 to 31'),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 07:30'),
  timeZone: TimeZone,
}
export type When = { [K in keyof typeof WHEN]: z.infer<(typeof WHEN)[K]> }

/** Body of PUT /api/reports/{id}/schedule: the caller's own. `version` 0: none existed yet. */
export const ScheduleChange = z.strictObject({
  ...WHEN,
  period: z.enum(PERIOD_KEYS, 'There is no such period').optional(),
  formats: Formats,
  recipients: Recipients,
  version: z.int('version must be a whole number').min(0),
})
export type ScheduleChange = z.infer<typeof ScheduleChange>

export const Schedule = z.object({
  ...WHEN,
  /** Not checked again: the server or browser that reads it may know other time zones than the one that stored it. */
  timeZone: z.string(),
  owner: PersonName.extend({ id: z.string() }),
  period: z.enum(PERIOD_KEYS).nullable(),
  formats: Formats,
  recipients: z.object({ people: z.array(z.string()), roles: z.array(z.string()) }),
  /** null: the schedule has stopped, and `note` says why */
  nextAt: z.string().nullable(),
  note: z.string().nullable(),
  version: z.int(),
})
export type Schedule = z.infer<typeof Schedule>

/** Answer of GET /api/reports/{id}/schedules: the caller's own, and those that they receive. */
export const ScheduleList = z.object({ own: Schedule.nullable(), received: z.array(Schedule) })
export type ScheduleList = z.infer<typeof ScheduleList>

/** 409: another change was saved first. */
export const ScheduleConflict = z.object({
  error: z.string(),
  code: z.literal('stale-version'),
  current: Schedule.nullable(),
})
export type ScheduleConflict = z.infer<typeof ScheduleConflict>
