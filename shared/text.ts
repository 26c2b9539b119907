import { z } from 'zod'
import { INVALID_DATE, isCalendarDate, isInstant, isStorable, tooLong } from './text-rules.ts'

export * from './text-rules.ts'

const NOT_STORABLE = 'This text contains characters that cannot be stored'

/** Text that must not be blank; surrounding white space is removed. */
export function requiredText(message: string, max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'This must be text') })
    .refine(isStorable, NOT_STORABLE)
    .trim()
    .min(1, message)
    .max(max, { error: ({ input }) => tooLong(String(input), max) })
}

/** Optional text; surrounding white space is removed, and blank text counts as omitted. */
export function optionalText(max: number) {
  return z
    .string('This must be text')
    .refine(isStorable, NOT_STORABLE)
    .trim()
    .max(max, { error: ({ input }) => tooLong(String(input), max) })
    .transform((text) => text || undefined)
    .optional()
}

/** A due date on the wire: `YYYY-MM-DD`, or a full ISO instant whose date part is used. */
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
 * An id from the wire, as text that is safe to look up.
 * @param least 0 if an empty text means "none"
 */
export function reference(least = 1) {
  return z
    .string('This must be text')
    .min(least, 'This must not be empty')
    .max(100, 'At most 100 characters')
    .refine(isStorable, NOT_STORABLE)
}
