import { z } from 'zod'
import { isCalendarDate, INVALID_DATE, personId } from '../text.ts'
import { MAX_DEPARTMENTS, Department, Priority } from '../requests.ts'
import { DevelopmentType } from '../ai.ts'
import { wholeNumber } from '../whole-number.ts'
import { isTooLong, MAY_NOT_END_BEFORE, TOO_LONG } from './limits.ts'

/** A calendar day in the office's time zone. */
export const date = z.string().refine(isCalendarDate, INVALID_DATE)
/** Comma-separated values. */
export function listOf<T extends z.ZodType<string, string>>(item: T, most = 20) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(most))
}

/** The filters apply to the requests' current values. */
export const FILTERS = {
  department: listOf(Department, MAX_DEPARTMENTS).optional(),
  priority: listOf(Priority).optional(),
  /** development types, as classified */
  type: listOf(DevelopmentType).optional(),
  /** a person's id, or `unassigned` */
  assignee: personId('unassigned').optional(),
}

export const PERIOD = {
  /** first and last day of the period in the office's time zone; default: the half year until today */
  from: date.optional(),
  to: date.optional(),
  /** the unit in which durations are counted */
  days: z.enum(['calendar', 'working']).optional(),
}

export function checkPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  context: z.RefinementCtx,
) {
  if (from === undefined || to === undefined) return
  if (to < from) context.addIssue({ code: 'custom', path: ['to'], message: MAY_NOT_END_BEFORE })
  else if (isTooLong(from, to)) context.addIssue({ code: 'custom', path: ['to'], message: TOO_LONG })
}

export const page = wholeNumber(10_000_000, 'page must be a whole number from 1').optional()
export const limit = wholeNumber(100, 'limit must be a whole number from 1 to 100').optional()
