import { z } from 'zod'
import { EmailAddress, LastName, Username } from './account-fields.ts'
import { AccountLink } from './account-links.ts'
import { nameParts } from './name-parts.ts'
import { isStorable, LIMITS, line, reference, requiredLine } from './text.ts'
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
  /** a department's key, `NO_DEPARTMENT`, or `TYPED_DEPARTMENT` for texts that name none of the office's */
  department: reference().optional(),
  /** only accounts whose email address another account has, too */
  email: z.literal('shared').optional(),
  sort: z.enum(PERSON_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

export const PeopleCounts = z.object({
  active: z.int(),
  invited: z.int(),
  inactive: z.int(),
  /** accounts of any state whose email address another account has, too, since before addresses had to be unique */
  sharedEmail: z.int(),
})
export type PeopleCounts = z.infer<typeof PeopleCounts>

/** `counts` cover the whole office, whatever the search. */
export const PeopleList = z.object({ people: z.array(Person), total: z.int(), counts: PeopleCounts })
export type PeopleList = z.infer<typeof PeopleList>

const FULL_NAME_LENGTH = 2 * LIMITS.name

const fullName = requiredLine('Full name is required', FULL_NAME_LENGTH).refine(
  (name) => Object.values(nameParts(name)).every((part) => part.length <= LIMITS.name),
  `At most ${LIMITS.name} characters in the first name, and in the last name`,
)
/** A role's id. */
export const RoleChoice = z
  .string({ error: 'Role is required' })
  .min(1, 'Role is required')
  .max(100, 'At most 100 characters')
  .refine(isStorable, 'This is not a role')
const department = line(LIMITS.name)

export const NewPerson = z.strictObject({
  fullName,
  username: Username,
  email: EmailAddress,
  role: RoleChoice,
  department: department.optional(),
})
export type NewPerson = z.infer<typeof NewPerson>

/** Omitted fields are unchanged. `version` is the one that the editor loaded. */
export const PersonChange = z.strictObject({
  version: z.int().min(1),
  firstName: requiredLine('First name is required', LIMITS.name).optional(),
  lastName: LastName.optional(),
  username: Username.optional(),
  email: EmailAddress.optional(),
  role: RoleChoice.optional(),
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

export const Invited = z.object({ person: Person, link: AccountLink })
export type Invited = z.infer<typeof Invited>
