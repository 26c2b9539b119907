import { z } from 'zod'
import { isStorable, LIMITS, reference, requiredText } from './text.ts'
import { wholeNumber } from './whole-number.ts'

/** `invited`: has an account, and has yet to choose a password. */
export const PERSON_STATES = ['active', 'invited', 'inactive'] as const
export const PersonState = z.enum(PERSON_STATES)
export type PersonState = z.infer<typeof PersonState>

export const PERSON_SORTS = ['name', 'username', 'email', 'role', 'lastLogin', 'lastActive', 'created'] as const

/** A person as the administration of accounts shows them. */
export const Person = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  /** empty with people who have one name */
  lastName: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  /** a role's id */
  role: z.string(),
  roleName: z.string(),
  state: PersonState,
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  /** of their sessions, within a minute */
  lastActiveAt: z.string().nullable(),
  deactivatedAt: z.string().nullable(),
  /** until when their invitation can be accepted; null without one that still opens */
  invitedUntil: z.string().nullable(),
  /** requests assigned to them that are not finished */
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

/** `counts` are of the whole office, whatever is searched for. */
export const PeopleList = z.object({ people: z.array(Person), total: z.int(), counts: PeopleCounts })
export type PeopleList = z.infer<typeof PeopleList>

const INVALID_EMAIL = 'Please enter a valid email address'
const FULL_NAME_LENGTH = 2 * LIMITS.name

const email = z
  .string({ error: INVALID_EMAIL })
  .trim()
  .max(LIMITS.email, `At most ${LIMITS.email} characters`)
  .pipe(z.email(INVALID_EMAIL))
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

/** Words that begin a last name of several words. */
const BEFORE_LAST_NAMES = new Set(
  'al bin bint da de del della den der di do dos du el ibn la le ten ter van von zu بن ابن بنت أبو ابو آل'.split(' '),
)

/** The last word is the last name, with the words that belong to it; somebody who has one name has no last name. */
export function nameParts(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/u)
  if (words.length === 1) return { firstName: words[0]!, lastName: '' }
  let first = words.length - 1
  while (first > 1 && BEFORE_LAST_NAMES.has(words[first - 1]!.toLowerCase())) first--
  return { firstName: words.slice(0, first).join(' '), lastName: words.slice(first).join(' ') }
}

export const NewPerson = z.strictObject({ fullName, username, email, role, department: department.optional() })
export type NewPerson = z.infer<typeof NewPerson>

/** What is left out stays. `version` is the one that the editor began with. */
export const PersonChange = z.strictObject({
  version: z.int().min(1),
  firstName: requiredText('First name is required', LIMITS.name).optional(),
  lastName: department.optional(),
  username: username.optional(),
  email: email.optional(),
  role: role.optional(),
  department: department.nullable().optional(),
})
export type PersonChange = z.infer<typeof PersonChange>

/** Body of the 409 `stale-version`: the account as it is now. */
export const PersonConflict = z.object({ error: z.string(), code: z.literal('stale-version'), current: Person })
export type PersonConflict = z.infer<typeof PersonConflict>

/** What becomes of the open requests of somebody who is deactivated; left out, they stay with them. */
export const Deactivation = z.strictObject({
  /** a person's id; null: nobody's from now on */
  handOverTo: reference().nullable().optional(),
})
export type Deactivation = z.infer<typeof Deactivation>

/** `handedOver` counts the requests that have been handed over so far, `stillToHandOver` those that follow in the background. */
export const Deactivated = z.object({ person: Person, handedOver: z.int(), stillToHandOver: z.int() })
export type Deactivated = z.infer<typeof Deactivated>

export const AccountLinkKind = z.enum(['invitation', 'password'])
/** `password`: lets somebody who has an account choose another password. */
export type AccountLinkKind = z.infer<typeof AccountLinkKind>

/** A one-time link. The token stands nowhere else, so this answer is the only one that has it. */
export const AccountLink = z.object({ kind: AccountLinkKind, token: z.string(), expiresAt: z.string() })
export type AccountLink = z.infer<typeof AccountLink>

export const Invited = z.object({ person: Person, link: AccountLink })
export type Invited = z.infer<typeof Invited>

const token = z.string('The link is incomplete').min(1, 'The link is incomplete').max(200, 'This is not a link of ours')

export const LinkToken = z.strictObject({ token })
/** Whose link it is, and what may be chosen. */
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

/** Where a link leads: the token stands behind the #, which browsers send to nobody. */
export function linkPath({ kind, token: secret }: Pick<AccountLink, 'kind' | 'token'>): string {
  return `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${secret}`
}

/** An import is bounded: so many people in a file of so many bytes. */
export const IMPORT_LIMITS = { people: 500, bytes: 200 * 1024 } as const
export const IMPORT_COLUMNS = ['full name', 'username', 'email', 'role', 'department'] as const

const csv = z
  .string('This must be text')
  .max(IMPORT_LIMITS.bytes, `At most ${IMPORT_LIMITS.bytes / 1024} kB`)
  .refine(isStorable, 'This is no text file')

export const ImportFile = z.strictObject({ csv })

/** A line of the file: what would be made of it, or why nothing is. */
export const ImportRow = z.object({
  line: z.int(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  /** a role's id, or what the file says where there is no such role */
  role: z.string(),
  department: z.string(),
  problems: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportPreview = z.object({ rows: z.array(ImportRow) })
export type ImportPreview = z.infer<typeof ImportPreview>

/** The file once more, and how many people its preview would invite: where that has changed, nobody is. */
export const PeopleImport = z.strictObject({ csv, people: z.int().min(1).max(IMPORT_LIMITS.people) })
export type PeopleImport = z.infer<typeof PeopleImport>

export const Imported = z.object({
  invited: z.array(z.object({ fullName: z.string(), username: z.string(), email: z.string(), link: AccountLink })),
})
export type Imported = z.infer<typeof Imported>
