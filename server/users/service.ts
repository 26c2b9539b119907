import { randomUUID } from 'node:crypto'
import { type PasswordChange, PASSWORD_TOO_SHORT, type Profile, type ProfileChange } from '../../shared/users.ts'
import { record } from '../audit/service.ts'
import type { Db, Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { answerBefore, answerOnce, type Repeatable } from '../idempotency/service.ts'
import type { Actor, Services } from '../services.ts'
import { deleteOtherSessions, sessionStartedAt } from '../sessions/service.ts'
import {
  countFailure,
  forgetFailures,
  refuseWhileBlocked,
  refuseWhileBlockedIn,
  type ThrottleKey,
} from '../sessions/throttle.ts'
import { inTurn } from '../sessions/turns.ts'
import { getPolicy } from '../settings/service.ts'
import { nameKey, usernameKey } from './names.ts'
import { type Owner, weaknessOf } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  countDemoUsers,
  countUsers,
  findByUsername,
  findProfile,
  getPasswordHash,
  insertUser,
  replacePasswordHash,
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
  /** from `hashPassword` */
  passwordHash: string
  /** a seed's: it opens nothing outside the demo */
  isDemo?: boolean
}

/** Stores an account; fails with the database's own unique violation when the username is taken. */
export async function createAccount(tx: Tx, clock: () => Date, account: NewAccount): Promise<UserRow> {
  const at = clock().toISOString()
  const row: UserRow = {
    id: account.id ?? randomUUID(),
    username: account.username,
    username_key: usernameKey(account.username),
    first_name: account.firstName,
    last_name: account.lastName,
    name_key: nameKey(account),
    email: account.email,
    department: account.department ?? null,
    role_id: account.role,
    password_hash: account.passwordHash,
    created_at: at,
    updated_at: at,
    last_login_at: null,
    deactivated_at: null,
    is_demo: account.isDemo ? 1 : 0,
  }
  await insertUser(tx, row)
  return row
}

/** The account of a username in any case, deactivated ones included. */
export function findAccount(reader: Reader, username: string): Promise<UserRow | undefined> {
  return findByUsername(reader, usernameKey(username))
}

/** Whose accounts these are: nobody's yet, the demo's alone, the office's alone, or both. */
export async function whoseAccounts(db: Db): Promise<'nobody' | 'demo' | 'office' | 'both'> {
  const [all, demo] = await Promise.all([countUsers(db.read), countDemoUsers(db.read)])
  if (all === 0) return 'nobody'
  return demo === 0 ? 'office' : demo < all ? 'both' : 'demo'
}

export async function getProfile(reader: Reader, actor: Actor): Promise<Profile> {
  const profile = await findProfile(reader, actor.id)
  if (!profile) throw new AppError('not-found', 'This account no longer exists.')
  return profile
}

/**
 * @returns the profile as stored
 * @throws AppError `password-needed` for a new address in a session that isn't fresh any more, without the password;
 * `wrong-password` and `too-many-attempts` as for a change of the password
 */
export async function editProfile(
  services: Services,
  actor: Actor,
  { currentPassword, ...change }: ProfileChange,
): Promise<Profile> {
  const { db, clock, sessions } = services
  // Whoever has the address can have a new password sent there one day: an open screen is not enough to change it.
  if (change.email !== (await getProfile(db.read, actor)).email) await confirm(services, actor, currentPassword)
  const profile = await db.write(async (tx) => {
    const before = await getProfile(tx, actor)
    const fields = (['firstName', 'lastName', 'email', 'department'] as const).filter(
      (field) => before[field] !== change[field],
    )
    if (fields.length === 0) return before
    await updateUser(tx, actor.id, {
      first_name: change.firstName,
      last_name: change.lastName,
      name_key: nameKey(change),
      email: change.email,
      department: change.department,
      updated_at: clock().toISOString(),
    })
    await record(tx, clock, {
      actorId: actor.id,
      action: 'profile.changed',
      targetType: 'user',
      targetId: actor.id,
      // An address that somebody else has put in place must be traceable.
      details: { fields, ...(before.email !== change.email && { email: { from: before.email, to: change.email } }) },
    })
    return { ...before, ...change }
  })
  sessions.forgetUser(actor.id)
  return profile
}

/**
 * Changes the actor's own password and ends their other sessions.
 * @param call the Idempotency-Key it came with, if any: sent again, it must not be refused by its own success
 * @throws AppError `wrong-password` when the current one is wrong, `too-many-attempts` when it was guessed too often,
 * `bad-input` when the new one isn't good enough
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  change: PasswordChange,
  call?: Repeatable,
): Promise<void> {
  const key: ThrottleKey = { kind: 'password', account: actor.id }
  await inTurn(`password:${actor.id}`, async () => {
    if (await answerBefore(services.db.read, services.clock, call)) return
    await replacePassword(services, actor, change, key, call)
  })
}

/** A sign-in this fresh needs no password again. */
const FRESH_MS = 3_600_000

async function confirm(services: Services, actor: Actor, password: string | undefined): Promise<void> {
  const { db, clock } = services
  const startedAt = await sessionStartedAt(db.read, actor)
  if (startedAt !== undefined && clock().getTime() - Date.parse(startedAt) < FRESH_MS) return
  if (password === undefined) {
    throw passwordProblem(
      'password-needed',
      'currentPassword',
      'Please enter your password to change your email address.',
    )
  }
  const key: ThrottleKey = { kind: 'password', account: actor.id }
  await inTurn(`password:${actor.id}`, () => verifyCurrent(services, actor, password, key))
}

/**
 * @returns the hash of the actor's password
 * @throws AppError `wrong-password`, which is counted; `too-many-attempts`
 */
async function verifyCurrent(
  { db, clock }: Services,
  actor: Actor,
  password: string,
  key: ThrottleKey,
): Promise<string> {
  await refuseWhileBlocked(db.read, [key], clock())
  const current = await getPasswordHash(db.read, actor.id)
  if (await verifyPassword(password, current)) return current
  await db.write((tx) => countFailure(tx, [key], clock()))
  throw wrongPassword()
}

async function replacePassword(
  services: Services,
  actor: Actor,
  change: PasswordChange,
  key: ThrottleKey,
  call: Repeatable | undefined,
) {
  const { db, config, clock, sessions } = services
  await checkNewPassword(db, change.newPassword, actor.user)
  const current = await verifyCurrent(services, actor, change.currentPassword, key)
  if (change.newPassword === change.currentPassword) {
    throw passwordProblem('bad-input', 'newPassword', 'The new password must differ from the current one.')
  }

  const password_hash = await hashPassword(change.newPassword, config.passwordCost)
  await db.write((tx) =>
    answerOnce(tx, clock, call, async () => {
      // Hashing took its time: in another process it may have been guessed too often since, or somebody else who knew the
      // old one may have been faster.
      await refuseWhileBlockedIn(tx, [key], clock())
      const change = { from: current, to: password_hash, at: clock().toISOString() }
      if (!(await replacePasswordHash(tx, actor.id, change))) throw wrongPassword()
      await forgetFailures(tx, [key])
      const endedSessions = await deleteOtherSessions(tx, actor)
      await record(tx, clock, {
        actorId: actor.id,
        action: 'password.changed',
        targetType: 'user',
        targetId: actor.id,
        details: { endedSessions },
      })
      return { status: 200, body: null }
    }),
  )
  sessions.forgetUser(actor.id)
}

/**
 * Length by the policy, and none that attackers try first. No rules of composition: they make passwords worse.
 * @throws AppError `bad-input` with the reason, on the field at `path`
 */
export async function checkNewPassword(db: Db, password: string, owner: Owner, path = 'newPassword'): Promise<void> {
  const { passwordMinLength } = await getPolicy(db)
  if ([...password].length < passwordMinLength) {
    const message = PASSWORD_TOO_SHORT.replace('6', String(passwordMinLength))
    throw passwordProblem('bad-input', path, message)
  }
  const weakness = await weaknessOf(password, owner, passwordMinLength)
  if (weakness !== undefined) throw passwordProblem('bad-input', path, weakness)
}

function wrongPassword(): AppError {
  return passwordProblem('wrong-password', 'currentPassword', 'Current password is incorrect.')
}

function passwordProblem(
  code: 'bad-input' | 'wrong-password' | 'password-needed',
  path: string,
  message: string,
): AppError {
  return new AppError(code, message, { details: [{ path, message }] })
}
