import { z } from 'zod'
import { calendarDate, LIMITS, requiredLine } from './text.ts'
import { isTimeZone } from './dates.ts'

export const OFFICE_NAME = 'Customs Trade System Programme'
/** Days of the week as ISO 8601 counts them: 1 is Monday. */
export const WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5]
const MAX_HOLIDAYS = 400

/** A day on which the office does not work. */
const Holiday = z.strictObject({
  date: calendarDate('Date is required'),
  name: requiredLine('Name is required', LIMITS.name),
})

export const OfficeName = requiredLine('Office name is required', LIMITS.name)

export const TimeZone = z
  .string({ error: 'Time zone is required' })
  .max(100, 'At most 100 characters')
  .refine(isTimeZone, 'There is no such time zone')

export const WorkingDays = z
  .array(z.int().min(1, 'Days are 1 (Monday) to 7 (Sunday)').max(7, 'Days are 1 (Monday) to 7 (Sunday)'))
  .min(1, 'At least one day must be a working day')
  .max(7, 'A week has seven days')
  .transform((days) => [...new Set(days)].sort((a, b) => a - b))

export const Holidays = z
  .array(Holiday)
  .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays`)
  .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, 'Each date can only stand here once')
  .transform((all) => all.toSorted((a, b) => (a.date < b.date ? -1 : 1)))

const published = requiredLine('Please enter how long this usually takes', 60)

/** How long each step of a request usually takes, as the office publishes it. */
export const PublishedTimes = z.strictObject({
  review: published,
  assessment: published,
  implementation: published,
  deployment: published,
})
export type PublishedTimes = z.infer<typeof PublishedTimes>

export const PUBLISHED_TIMES: PublishedTimes = {
  review: '1-3 business days',
  assessment: '5-10 business days',
  implementation: '2-8 weeks',
  deployment: '1-2 weeks',
}

/** Answer of GET and PUT /api/settings/general. */
export const GeneralSettings = z.object({
  officeName: z.string(),
  /** an IANA name: `Asia/Dhaka` */
  timeZone: z.string(),
  /** 1 Monday … 7 Sunday, in rising order */
  workingDays: z.array(z.int()),
  /** in the order of their dates */
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  publishedTimes: PublishedTimes,
  /** incremented with every change */
  version: z.int(),
})
export type GeneralSettings = z.infer<typeof GeneralSettings>

/** Body of PUT /api/settings/general. Omitted fields are unchanged; `version` is the one that the editor loaded. */
export const GeneralSettingsChange = z.strictObject({
  officeName: OfficeName.optional(),
  timeZone: TimeZone.optional(),
  workingDays: WorkingDays.optional(),
  holidays: Holidays.optional(),
  publishedTimes: PublishedTimes.optional(),
  version: z.int({ error: 'version is required' }).min(1),
})
export type GeneralSettingsChange = z.infer<typeof GeneralSettingsChange>
