import { z } from 'zod'
import { say, text as englishText, type Text } from './texts/say.ts'
import { INVALID_DATE, isCalendarDate, isInstant, isStorable, oneLine, shownText, tooLong } from './text-rules.ts'

export * from './text-rules.ts'

const NOT_STORABLE = 'This text contains characters that cannot be stored'

/** The message of a refusal. A text is said when a value is refused. */
type Message = string | Text

const saidLater = (message: Message) => ({ error: () => (typeof message === 'string' ? message : say(message)) })

const NO_TEXT = englishText('This must be text')

const text = (missing: Message = NO_TEXT) =>
  z
    .string({
      error: ({ input }) => saidLater(input === undefined || input === null ? missing : NO_TEXT).error(),
    })
    .refine(isStorable, NOT_STORABLE)

const withLimit = (field: z.ZodString, max: number) =>
  field.max(max, { error: ({ input }) => tooLong(String(input), max) })

/** Text of several lines that must show something; surrounding white space is removed. */
export function requiredText(message: Message, max: number) {
  return withLimit(text(message).overwrite(shownText).min(1, saidLater(message)), max)
}

/** A title or a name: one line that must show something. */
export function requiredLine(message: Message, max: number) {
  return withLimit(text(message).overwrite(oneLine).min(1, saidLater(message)), max)
}

/** One line that may be empty. */
export function line(max: number, missing?: string) {
  return withLimit(text(missing).overwrite(oneLine), max)
}

/** Optional text of several lines; surrounding white space is removed, and text that shows nothing counts as omitted. */
export function optionalText(max: number) {
  return withLimit(text().overwrite(shownText), max)
    .transform((shown) => shown || undefined)
    .optional()
}

/** An optional line; one that shows nothing counts as omitted. */
export function optionalLine(max: number) {
  return line(max)
    .transform((shown) => shown || undefined)
    .optional()
}

/** A due date on the wire: `YYYY-MM-DD`, or a full ISO instant whose date part is used. */
export function calendarDate(required: Message = INVALID_DATE) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? saidLater(required).error() : INVALID_DATE),
    })
    .trim()
    .min(1, saidLater(required))
    .transform((text) => (isInstant(text) ? text.slice(0, 10) : text))
    .refine(isCalendarDate, INVALID_DATE)
}

/**
 * The id of an account, in a filter. Only its form is checked: an id of nobody finds nothing.
 * @param words what a filter may name besides accounts, such as `unassigned`
 */
export function personId(...words: string[]) {
  return reference().refine((id) => words.includes(id) || ID.test(id), 'This is not the id of a person')
}
/** A UUID. Accounts that tests make by hand have a name instead. */
const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|user-[a-z]+)$/i

/**
 * An id from the wire, as text that is safe to look up.
 * @param least 0 if an empty text means "none"
 */
export function reference(least = 1) {
  return z
    .string('This must be text')
    .min(least, 'This must not be empty')
    .max(100, 'At most 100 characters')
    .refine(isStorable, { error: NOT_STORABLE, abort: true })
}
