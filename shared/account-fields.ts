import { z } from 'zod'
import { line, LIMITS, requiredLine } from './text.ts'

export const Username = requiredLine('Username is required', LIMITS.username).regex(
  /^[\p{L}\p{M}\p{N}._@-]*$/u,
  'A username can only contain letters, digits and . _ @ -',
)

export const EmailAddress = requiredLine('Email is required', LIMITS.email).pipe(
  z.email('Please enter a valid email address'),
)

export const LAST_NAME_REQUIRED = 'Last name is required'
/** May be empty: some people have one name. A person with a last name cannot remove it (`editProfile`). */
export const LastName = line(LIMITS.name, LAST_NAME_REQUIRED)

/** A password as typed. The minimum length of a new one is the office's policy. */
export function passwordField(label = 'Password') {
  return z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(LIMITS.password, `At most ${LIMITS.password} characters`)
}
