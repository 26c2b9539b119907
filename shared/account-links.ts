import { z } from 'zod'
import { passwordField } from './account-fields.ts'

export const AccountLinkKind = z.enum(['invitation', 'password'])
/** `password`: lets a person with an account choose a new password. */
export type AccountLinkKind = z.infer<typeof AccountLinkKind>

/** A one-time link. The token itself is not stored: only this answer, and the mail to its person, contain it. */
export const AccountLink = z.object({
  kind: AccountLinkKind,
  token: z.string(),
  expiresAt: z.string(),
  /** address that it was sent to; null: it has to be handed over */
  mailedTo: z.string().nullable(),
})
export type AccountLink = z.infer<typeof AccountLink>

const token = z.string('The link is incomplete').min(1, 'The link is incomplete').max(200, 'This is not a link of ours')

export const LinkToken = z.strictObject({ token })
/** The link's person, and what they may choose. */
export const OpenedLink = z.object({
  kind: AccountLinkKind,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  expiresAt: z.string(),
  passwordMinLength: z.int(),
})
export type OpenedLink = z.infer<typeof OpenedLink>

export const LinkUse = z.strictObject({
  token,
  password: passwordField(),
})
export type LinkUse = z.infer<typeof LinkUse>

/** Path of a link: the token is in the fragment, which browsers never send. */
export function linkPath({ kind, token: secret }: Pick<AccountLink, 'kind' | 'token'>): string {
  return `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${secret}`
}
