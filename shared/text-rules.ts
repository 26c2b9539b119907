import { formatNumber } from './texts/formats.ts'

/** Maximum lengths of stored texts, in UTF-16 units. */
export const LIMITS = {
  title: 200,
  description: 20_000,
  comment: 10_000,
  reason: 1000,
  name: 100,
  email: 254,
  username: 64,
  password: 256,
  search: 200,
  message: 2000,
} as const

/**
 * Error message for a text that is too long. A field's own `maxLength` would silently cut off a pasted text.
 * @returns undefined while the text is short enough
 */
export function tooLong(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined
  return `At most ${formatNumber(most)} characters; this has ${formatNumber(text.length)}`
}

/**
 * PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded as UTF-8. Both would be lost or refused later, so
 * input validation rejects them.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/**
 * White space, control characters, fillers, zero-width characters, what is left of a copied picture, and what no text may
 * have; a combining mark shows only on a letter.
 */
const BLANK =
  /^[\s\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{M}\u2800\ufff9-\ufffc\u{1d159}\u{13430}-\u{13442}]*$/u

/** Whether a text shows nothing. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

/** A text as it is stored: without surrounding white space, and empty if it shows nothing. */
export function shownText(text: string): string {
  return isBlank(text) ? '' : text.trim()
}

const LINE_ENDS = /\s*[\n\v\f\r\x85\u2028\u2029]\s*/g
/** Embeddings, overrides and isolates: an unclosed one would turn round the text that follows it on the page. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const CONTROLS = /\p{Cc}/gu

/** The same for a title or name: line ends become blanks, changes of direction and control characters are removed. */
export function oneLine(text: string): string {
  return shownText(text.replace(LINE_ENDS, ' ').replaceAll('\t', ' ').replace(DIRECTIONS, '').replace(CONTROLS, ''))
}

/** A calendar date `YYYY-MM-DD` that exists (2026-02-31 does not), years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || year > 2999) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A full ISO instant that exists, such as `2026-03-01T09:00:00Z`. */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
}

export const INVALID_DATE = 'Please enter a valid date'
