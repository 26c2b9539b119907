export const PASSWORD_FLOOR = 6
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'
export const PASSWORD_MISMATCH = 'New passwords do not match.'

interface Named {
  firstName: string
  lastName: string
}

export function fullName(person: Named | null | undefined): string {
  return person ? `${person.firstName} ${person.lastName}`.trim() : ''
}

/** First letters of first and last name; "U" without a person. */
export function initials(person: Named | null | undefined): string {
  if (!person) return 'U'
  return `${firstLetter(person.firstName)}${firstLetter(person.lastName)}`.toUpperCase() || 'U'
}

/** By code point, so that a surrogate pair is not split. */
function firstLetter(text: string): string {
  const code = text.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}
