import { z } from 'zod'
import { emailAddress, isStorable, LIMITS, reference, requiredText } from './text.ts'
import { wholeNumber } from './whole-number.ts'

/** `invited`: the account exists, but its person has not chosen a password yet. */
export const PERSON_STATES = ['active', 'invited', 'inactive'] as const
export const PersonState = z.enum(PERSON_STATES)
export type PersonState = z.infer<typeof PersonState>

export const PERSON_SORTS = ['name', 'username', 'email', 'role', 'lastLogin', 'lastActive', 'created'] as const

/** A person in the administration of accounts. */
export const Person = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  /** empty for people with a single name */
  lastName: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  /** a role's id */
  role: z.string(),
  roleName: z.string(),
  state: PersonState,
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  /** last activity of their sessions, accurate to a minute */
  lastActiveAt: z.string().nullable(),
  deactivatedAt: z.string().nullable(),
  /** when their invitation expires; null without a valid one */
  invitedUntil: z.string().nullable(),
  /** unfinished requests assigned to them */
  openRequests: z.int(),
  version: z.int(),
})
export type Person = z.infer<typeof Person>

export const PeopleQuery = z.strictObject({
  page: wholeNumber(1_000_000, 'page must be a whole number from 1').optional(),
  limit: wholeNumber(100, 'limit must be a whole number from 1 to 100').optional(),
  search: z
    .string()
    .max(LIMITS.search, `At most ${LIMITS.search} characters`)
    .refine(isStorable, 'This text cannot be searched')
    .optional(),
  state: PersonState.optional(),
  /** a role's id */
  role: reference().optional(),
  sort: z.enum(PERSON_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

export const PeopleCounts = z.object({ active: z.int(), invited: z.int(), inactive: z.int() })
export type PeopleCounts = z.infer<typeof PeopleCounts>

/** `counts` cover the whole office, whatever the search. */
export const PeopleList = z.object({ people: z.array(Person), total: z.int(), counts: PeopleCounts })
export type PeopleList = z.infer<typeof PeopleList>

const FULL_NAME_LENGTH = 2 * LIMITS.name

const username = requiredText('Username is required', LIMITS.username).regex(
  /^[\p{L}\p{M}\p{N}._@-]*$/u,
  'A username can only contain letters, digits and . _ @ -',
)
const fullName = requiredText('Full name is required', FULL_NAME_LENGTH).refine(
  (name) => Object.values(nameParts(name)).every((part) => part.length <= LIMITS.name),
  `At most ${LIMITS.name} characters in the first name, and in the last name`,
)
const role = z
  .string({ error: 'Role is required' })
  .min(1, 'Role is required')
  .max(100, 'At most 100 characters')
  .refine(isStorable, 'This is not a role')
const department = z
  .string('This must be text')
  .refine(isStorable, 'This text contains characters that cannot be stored')
  .trim()
  .max(LIMITS.name, `At most ${LIMITS.name} characters`)

/** Particles that begin a last name of several words. */
const BEFORE_LAST_NAMES = new Set(
  'al bin bint da de del della den der di do dos du el ibn la le ten ter van von zu بن ابن بنت أبو ابو آل'.split(' '),
)

/**
 * The last word is the last name, with the particles before it; a single name leaves the last name empty. With one comma
 * the last name comes first, as in "Bell, Anna".
 */
export function nameParts(fullName: string): { firstName: string; lastName: string } {
  const [last, first, ...more] = fullName.split(',').map((part) => part.trim().replaceAll(/\s+/gu, ' '))
  if (last && first && more.length === 0) return { firstName: first, lastName: last }
  const words = fullName.trim().split(/\s+/u)
  if (words.length === 1) return { firstName: words[0]!, lastName: '' }
  let at = words.length - 1
  while (at > 1 && BEFORE_LAST_NAMES.has(words[at - 1]!.toLowerCase())) at--
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') }
}

export const NewPerson = z.strictObject({
  fullName,
  username,
  email: emailAddress,
  role,
  department: department.optional(),
})
export type NewPerson = z.infer<typeof NewPerson>

/** Omitted fields are unchanged. `version` is the one that the editor loaded. */
export const PersonChange = z.strictObject({
  version: z.int().min(1),
  firstName: requiredText('First name is required', LIMITS.name).optional(),
  lastName: department.optional(),
  username: username.optional(),
  email: emailAddress.optional(),
  role: role.optional(),
  department: department.nullable().optional(),
})
export type PersonChange = z.infer<typeof PersonChange>

/** Body of the 409 `stale-version`: the account as it is now. */
export const PersonConflict = z.object({ error: z.string(), code: z.literal('stale-version'), current: Person })
export type PersonConflict = z.infer<typeof PersonConflict>

/** What happens to the open requests of a deactivated person; if omitted, they stay assigned. */
export const Deactivation = z.strictObject({
  /** a person's id; null: unassigned */
  handOverTo: reference().nullable().optional(),
})
export type Deactivation = z.infer<typeof Deactivation>

/** `handedOver` counts the requests reassigned so far, `stillToHandOver` those that follow in the background. */
export const Deactivated = z.object({ person: Person, handedOver: z.int(), stillToHandOver: z.int() })
export type Deactivated = z.infer<typeof Deactivated>

export const AccountLinkKind = z.enum(['invitation', 'password'])
/** `password`: lets a person with an account choose a new password. */
export type AccountLinkKind = z.infer<typeof AccountLinkKind>

/** A one-time link. The token itself is not stored, so only this answer contains it. */
export const AccountLink = z.object({ kind: AccountLinkKind, token: z.string(), expiresAt: z.string() })
export type AccountLink = z.infer<typeof AccountLink>

export const Invited = z.object({ person: Person, link: AccountLink })
export type Invited = z.infer<typeof Invited>

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
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(LIMITS.password, `At most ${LIMITS.password} characters`),
})
export type LinkUse = z.infer<typeof LinkUse>

/** Path of a link: the token is in the fragment, which browsers never send. */
export function linkPath({ kind, token: secret }: Pick<AccountLink, 'kind' | 'token'>): string {
  return `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${secret}`
}

/** Limits of an import: people, and bytes of the file. */
export const IMPORT_LIMITS = { people: 500, bytes: 200 * 1024 } as const
export const IMPORT_COLUMNS = ['full name', 'username', 'email', 'role', 'department'] as const

const csv = z
  .string('This must be text')
  .max(IMPORT_LIMITS.bytes, `At most ${IMPORT_LIMITS.bytes / 1024} kB`)
  .refine(isStorable, 'This is no text file')

export const ImportFile = z.strictObject({ csv })

/** A line of the file: the account it would create, or why it cannot. */
export const ImportRow = z.object({
  line: z.int(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  /** a role's id, or the file's own text if there is no such role */
  role: z.string(),
  department: z.string(),
  problems: z.array(z.string()),
  /** what to check before inviting; it does not keep the person from being invited */
  notes: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportPreview = z.object({ rows: z.array(ImportRow) })
export type ImportPreview = z.infer<typeof ImportPreview>

/** The file again, and the number of people in its preview: if that has changed, none is invited. */
export const PeopleImport = z.strictObject({ csv, people: z.int().min(1).max(IMPORT_LIMITS.people) })
export type PeopleImport = z.infer<typeof PeopleImport>

export const Imported = z.object({
  invited: z.array(z.object({ fullName: z.string(), username: z.string(), email: z.string(), link: AccountLink })),
})
export type Imported = z.infer<typeof Imported>
