import type { Departments } from '../../shared/departments.ts'
import type { Person, PersonChange } from '../../shared/team.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { usernameKey } from '../../shared/account-keys.ts'
import { text } from '../../shared/texts/say.ts'
import { checkPersonDepartment } from './accounts/person-department.ts'
import { type AccountChange, accountKeys, endLinks, storeAccount, takenIfNotUnique } from './accounts/service.ts'
import type { Deps } from './deps.ts'
import type { PersonRow } from './queries.ts'
import { changePerson, assertGrantable, type Manager, refuseOwn } from './rights.ts'
import { readPerson } from './service.ts'

/**
 * Changes the fields that the body contains.
 * @throws AppError `stale-version` with the current account after another person's change; `username-taken`; `email-taken`; `not-allowed`
 * for the actor's own role and address, for roles and people with more permissions; `last-administrator`
 */
export async function editPerson(deps: Deps, actor: Actor, id: string, change: PersonChange): Promise<Person> {
  const { db, clock, sessions } = deps
  const { departments } = await deps.settings.policy()
  await takenIfNotUnique(
    changePerson(deps, actor, id, (tx, before) => editWithin(tx, { clock, departments }, actor, before, change)),
  )
  sessions.forgetUser(id)
  return readPerson(db.read, id, clock())
}

/** As `editPerson`, within a transaction of `changePerson`. */
export async function editWithin(
  tx: Tx,
  { clock, departments }: Pick<Deps, 'clock'> & { departments: Departments },
  actor: Manager,
  before: PersonRow,
  { version, ...change }: PersonChange,
): Promise<void> {
  if (version !== before.version) throw await conflict(tx, before.id, clock())
  const old = {
    firstName: before.first_name,
    lastName: before.last_name,
    username: before.username,
    email: before.email,
    role: before.role_id,
    department: before.department,
  }
  const after = {
    ...old,
    ...change,
    department: departmentAfter(departments, old.department, change.department),
  }
  const fields = (Object.keys(old) as (keyof typeof old)[]).filter((field) => after[field] !== old[field])
  if (fields.length === 0) return
  if (fields.includes('role')) {
    refuseOwn(actor, before.id, 'You cannot change your own role. Ask another administrator.', 'role')
    await assertGrantable(tx, actor, after.role)
  }
  // The address receives password links, so changing it requires the password, which the profile asks for.
  if (fields.includes('email')) refuseOwn(actor, before.id, 'Change your own address in your profile.', 'email')
  const columns: AccountChange = {
    first_name: after.firstName,
    last_name: after.lastName,
    ...(fields.includes('email') && { email: after.email }),
    role_id: after.role,
    department: after.department,
    ...accountKeys(after),
    ...(fields.includes('username') && { username: after.username, username_key: usernameKey(after.username) }),
  }
  const at = clock().toISOString()
  // An invitation stays: its person has no password yet, and a corrected address is not a reason to invite them again.
  if (fields.includes('email') && before.activated_at !== null) await endLinks(tx, before.id, at)
  await storeAccount(tx, before.id, columns, at)
  await record(tx, clock, {
    actorId: actor.id,
    action: 'user.changed',
    targetType: 'user',
    targetId: before.id,
    details: Object.fromEntries(fields.map((field) => [field, { from: old[field], to: after[field] }])),
  })
}

function departmentAfter(
  departments: Departments,
  stored: string | null,
  department: string | null | undefined,
): string | null {
  if (department === undefined) return stored
  return department ? checkPersonDepartment(departments, department, stored) : null
}

async function conflict(tx: Tx, id: string, now: Date): Promise<AppError> {
  const current = await readPerson(tx, id, now)
  const message = text('Somebody else has changed this account since you opened it.')
  return new AppError('stale-version', message, { extra: { current } })
}
