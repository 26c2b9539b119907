import { z } from 'zod'
import { INVALID_DATE, isCalendarDate, isInstant, isStorable } from './text-rules.ts'

export * from './text-rules.ts'

const NOT_STORABLE = 'This text contains characters that cannot be stored'

/** Text that must not be blank; surrounding white space is removed. */
export function requiredText(message: string, max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'This must be text') })
    .refine(isStorable, NOT_STORABLE)
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
}

/** Text that may be left out; surrounding white space is removed, and only white space counts as left out. */
export function optionalText(max: number) {
  return z
    .string('This must be text')
    .refine(isStorable, NOT_STORABLE)
    .trim()
    .max(max, `At most ${max} characters`)
    .transform((text) => text || undefined)
    .optional()
}

/** A due date on the wire: `YYYY-MM-DD`, or a full ISO instant of which the date part counts. */
export function calendarDate(required?: string) {
  return z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? (required ?? INVALID_DATE) : INVALID_DATE),
    })
    .trim()
    .min(1, required ?? INVALID_DATE)
    .transform((text) => (isInstant(text) ? text.slice(0, 10) : text))
    .refine(isCalendarDate, INVALID_DATE)
}

/**
 * Somebody's or something's id, as text that may be looked up.
 * @param least 0 where no text means nobody
 */
export function reference(least = 1) {
  return z
    .string('This must be text')
    .min(least, 'This must not be empty')
    .max(100, 'At most 100 characters')
    .refine(isStorable, NOT_STORABLE)
}
