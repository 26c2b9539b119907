import { z } from 'zod'
import { EmailAddress, LastName, passwordField } from './account-fields.ts'
import { DASHBOARD_CARDS, type PlacedCard } from './dashboard-cards.ts'
import { PERMISSIONS } from './permissions.ts'
import { isStorable, LIMITS, requiredLine } from './text.ts'

export * from './people.ts'

/** A person in lists and menus. `role` is a role's id: admin, manager, user or a custom one. */
export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
})
export type User = z.infer<typeof User>

export const PersonName = User.pick({ firstName: true, lastName: true })
export type PersonName = z.infer<typeof PersonName>

const OfficeDepartment = z.object({
  key: z.string(),
  name: z.string(),
  retiredAt: z.string().nullable(),
  successor: z.string().nullable(),
})

const OwnDashboard = z
  .array(z.strictObject({ card: z.enum(DASHBOARD_CARDS), isShown: z.boolean() }) satisfies z.ZodType<PlacedCard>)
  .max(DASHBOARD_CARDS.length)
  .nullable()

/** A person's own dashboard, first card to last; null for the default order. */
export const DashboardArrangement = z.strictObject({
  cards: OwnDashboard.refine(
    (cards) => cards === null || new Set(cards.map(({ card }) => card)).size === cards.length,
    'A card can stand on the dashboard only once',
  ),
})
export type DashboardArrangement = z.infer<typeof DashboardArrangement>

/** The signed-in person, as sign-in returns and the page stores it. */
export const SignedInUser = User.extend({
  username: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  /** display name of `role`: Administrator, or the name of a custom role */
  roleName: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Set while an administrator sees the page as this person: the administrator's name, and until when. */
  seeing: z.object({ by: z.string(), until: z.string() }).nullable(),
  /** null until the person arranges it */
  dashboard: OwnDashboard,
  /** Not the person's own: the office's time zone, used for its days and times, such as `Asia/Dhaka`. */
  officeTimeZone: z.string(),
  officeName: z.string(),
  /** 1 Monday … 7 Sunday, in rising order */
  officeWorkingDays: z.array(z.int()),
  officeHolidays: z.array(z.object({ date: z.string(), name: z.string() })),
  /** the office's departments in order, including retired ones */
  departments: z.array(OfficeDepartment),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** `username` may also be the email address of an account. */
export const Credentials = z.strictObject({
  username: z
    .string({ error: 'Username is required' })
    .max(LIMITS.email, `At most ${LIMITS.email} characters`)
    .refine(isStorable, 'This is not a username')
    .trim()
    .min(1, 'Username is required'),
  password: passwordField(),
})
export type Credentials = z.infer<typeof Credentials>

export const SignIn = z.object({ token: z.string(), user: SignedInUser })
export type SignIn = z.infer<typeof SignIn>

export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  role: z.string(),
  roleName: z.string(),
  createdAt: z.string(),
  lastLogin: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

export const ProfileChange = z.strictObject({
  firstName: requiredLine('First name is required', LIMITS.name),
  lastName: LastName,
  email: EmailAddress,
  department: requiredLine('Department is required', LIMITS.name),
  /** Required with a new address. */
  currentPassword: passwordField('Current password').optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const PasswordChange = z.strictObject({
  currentPassword: passwordField('Current password'),
  newPassword: passwordField('New password'),
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** One of a person's own sessions. `current` marks the one of this call. */
export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
