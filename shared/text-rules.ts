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
  return `At most ${most.toLocaleString('en')} characters; this has ${text.length.toLocaleString('en')}`
}

/**
 * PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded as UTF-8. Both would be lost or refused later, so
 * input validation rejects them.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
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
