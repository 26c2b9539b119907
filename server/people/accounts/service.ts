import { randomUUID } from 'node:crypto'
import { PASSWORD_TOO_SHORT } from '../../../shared/users.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { constraintOf, violationOf } from '../../platform/database/failures.ts'
import { type AppError, fieldError } from '../../platform/errors.ts'
import type { Settings } from '../../settings/service.ts'
import type { Deps } from './deps.ts'
import { collisionKey, emailKey, nameKey, searchKey, usernameKey } from '../../../shared/account-keys.ts'
import { text } from '../../../shared/texts/say.ts'
import { type Owner, weaknessOf } from './password-rules.ts'
import {
  countDemoUsers,
  countUsers,
  endLinksOf,
  findByEmails,
  findByUsername,
  findSharedEmails,
  insertUser,
  storeDashboard,
  updateUser,
  type UserRow,
} from './queries.ts'

export interface NewAccount {
  id?: string
  username: string
  firstName: string
  lastName: string
  email: string
  department?: string | null
  role: string
  /** from `hashPassword`; null: invited, without a password yet */
  passwordHash: string | null
  /** created by the seed: cannot sign in outside the demo */
  isDemo?: boolean
}

/**
 * Stores an account; fails with the database's own unique violation when the username is taken.
 * @throws AppError `email-taken`
 */
export async function createAccount(tx: Tx, clock: () => Date, account: NewAccount): Promise<UserRow> {
  const at = clock().toISOString()
  const email_key = emailKey(account.email)
  await checkEmailFree(tx, email_key)
  await checkNotMistakable(tx, account)
  const row: UserRow = {
    id: account.id ?? randomUUID(),
    username: account.username,
    username_key: usernameKey(account.username),
    first_name: account.firstName,
    last_name: account.lastName,
    name_key: nameKey(account),
    email: account.email,
    email_key,
    shares_email: 0,
    department: account.department ?? null,
    role_id: account.role,
    password_hash: account.passwordHash ?? '',
    created_at: at,
    updated_at: at,
    last_login_at: null,
    deactivated_at: null,
    activated_at: account.passwordHash === null ? null : at,
    last_active_at: null,
    version: 1,
    search_key: searchKey(account),
    is_demo: account.isDemo ? 1 : 0,
    dashboard: null,
  }
  await insertUser(tx, row)
  return row
}

/**
 * Stores a change in the transaction that checks and records it. Increments the version.
 * @throws AppError `email-taken`
 */
export async function storeAccount(tx: Tx, id: string, change: AccountChange, at: string): Promise<void> {
  const address = change.email === undefined ? {} : await newAddress(tx, id, change.email)
  await checkNotMistakable(tx, change, id)
  await updateUser(tx, id, { ...change, ...address, updated_at: at })
}
export type AccountChange = Partial<
  Omit<UserRow, 'id' | 'version' | 'updated_at' | 'created_at' | 'email_key' | 'shares_email'>
>

/** An account that shares its address since before addresses were unique may also write it in another case. */
async function newAddress(tx: Tx, id: string, email: string) {
  const email_key = emailKey(email)
  const holders = await emailHolders(tx, [email])
  if (holders.some((holder) => holder.id === id)) return {}
  if (holders.length > 0) throw emailTaken()
  return { email_key, shares_email: 0 }
}

async function checkEmailFree(tx: Tx, email: string): Promise<void> {
  if ((await emailHolders(tx, [email])).length > 0) throw emailTaken()
}

/**
 * Whoever signs in with an email address must not reach the account that has it as its username.
 * @throws AppError `username-taken`, `email-taken`
 */
async function checkNotMistakable(
  tx: Tx,
  { username, email }: { username?: string; email?: string },
  own?: string,
): Promise<void> {
  const isAnother = ({ id }: { id: string }) => id !== own
  if (username !== undefined && (await emailHolders(tx, [username])).some(isAnother)) {
    throw fieldError('username-taken', 'username', text('This is the email address of another account.'))
  }
  const sameName = email === undefined ? undefined : await findAccount(tx, email)
  if (sameName && isAnother(sameName)) {
    throw fieldError('email-taken', 'email', text('Another account has this email address as its username.'))
  }
}

function emailTaken(): AppError {
  return fieldError('email-taken', 'email', text('Another account has this email address.'))
}

/**
 * The accounts that have these email addresses, whatever the case, oldest first: deactivated and invited ones, too.
 * An address has several holders only if they had it before addresses were unique.
 */
export function emailHolders(reader: Reader, emails: readonly string[]) {
  return findByEmails(reader, emails.map(emailKey))
}

const SHARED_NAMED = 10

/** Sentences that name the accounts which share an email address since before addresses were unique, for the operator. */
export async function sharedEmailLines(reader: Reader): Promise<string[]> {
  const shared = await findSharedEmails(reader, SHARED_NAMED)
  return [...shared].map(
    ([email, usernames]) =>
      `The accounts ${usernames.join(', ')} have one email address, ${email}. Give each its own under User Management.`,
  )
}

/** Names the field after a unique violation. @throws AppError `username-taken`, `email-taken` */
export async function takenIfNotUnique<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violationOf(error) !== 'unique') throw error
    if (constraintOf(error) === 'users_one_by_email') throw emailTaken()
    throw fieldError(
      'username-taken',
      'username',
      text('Another account has this username, or one that looks like it.'),
    )
  }
}

/**
 * Invalidates the account's one-time links: a newer one replaces them, it is deactivated, or its password or address has
 * changed, and a forgotten message must not give access to it.
 */
export async function endLinks(tx: Tx, id: string, at: string): Promise<void> {
  await endLinksOf(tx, id, at)
}

/** Search and sort keys of an account. */
export function accountKeys(account: Pick<NewAccount, 'username' | 'firstName' | 'lastName' | 'email'>) {
  return { name_key: nameKey(account), search_key: searchKey(account) }
}

/** The keys under which a typed name may be stored: as a username, as one that clashes with another, as an email address. */
export interface NameKeys {
  account: string
  clashing: string
  email: string
}

export function nameKeys(name: string): NameKeys {
  return { account: usernameKey(name), clashing: collisionKey(name), email: emailKey(name) }
}

/** Finds an account by username in any look-alike spelling, including deactivated and invited ones. */
export function findAccount(reader: Reader, username: string): Promise<UserRow | undefined> {
  return findByUsername(reader, usernameKey(username), collisionKey(username))
}

/** Finds an account by its `username_key`. */
export function findAccountByKey(reader: Reader, key: string): Promise<UserRow | undefined> {
  return findByUsername(reader, key, key)
}

/** As sign-in does: by username, or by the email address of exactly one active account. */
export async function findNamedAccount(reader: Reader, name: string): Promise<{ id: string } | undefined> {
  const byUsername = await findAccount(reader, name)
  if (byUsername) return byUsername
  const holders = await emailHolders(reader, [name])
  const active = holders.filter((holder) => holder.deactivated_at === null && holder.activated_at !== null)
  return active.length === 1 ? active[0] : undefined
}

/** Whether the accounts belong to the demo, to an office, to both, or do not exist yet (`nobody`). */
export async function accountOrigin(db: Db): Promise<'nobody' | 'demo' | 'office' | 'both'> {
  const [all, demo] = await Promise.all([countUsers(db.read), countDemoUsers(db.read)])
  if (all === 0) return 'nobody'
  return demo === 0 ? 'office' : demo < all ? 'both' : 'demo'
}

/**
 * Checks the length against the policy, and refuses likely guesses. No composition rules: they make passwords worse.
 * @throws AppError `bad-input` with the reason, on the field at `path`
 */
export async function checkNewPassword(
  settings: Settings,
  password: string,
  owner: Owner,
  path = 'newPassword',
): Promise<void> {
  const { passwordMinLength } = await settings.policy()
  if ([...password].length < passwordMinLength) {
    const message = PASSWORD_TOO_SHORT.replace('6', String(passwordMinLength))
    throw fieldError('bad-input', path, message)
  }
  const weakness = await weaknessOf(password, owner, passwordMinLength)
  if (weakness !== undefined) throw fieldError('bad-input', path, weakness)
}

/**
 * Stores a person's arrangement of the dashboard. The version stays: concurrent edits of the account need not notice it.
 * @param dashboard as JSON; null for the default order
 */
export async function keepDashboard({ db }: Pick<Deps, 'db'>, id: string, dashboard: string | null): Promise<void> {
  await db.write((tx) => storeDashboard(tx, id, dashboard))
}
