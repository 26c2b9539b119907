import { LAST_NAME_REQUIRED } from '../../../shared/account-fields.ts'
import type { Profile, ProfileChange } from '../../../shared/users.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { nameKey, searchKey } from '../../../shared/account-keys.ts'
import { text } from '../../../shared/texts/say.ts'
import { findProfile } from './queries.ts'
import { checkPersonDepartment } from './person-department.ts'
import { type AccountChange, endLinks, storeAccount, takenIfNotUnique } from './service.ts'

export async function getProfile(reader: Reader, actor: Actor): Promise<Profile> {
  const profile = await findProfile(reader, actor.id)
  if (!profile) throw new AppError('not-found', text('This account no longer exists.'))
  return profile
}

/**
 * Changes the actor's profile.
 * @returns it as stored
 * @param seenEmail the address for whose change the password was checked, if it differs
 * @throws AppError `email-taken`; `stale-version` if somebody else has changed the address meanwhile
 */
export async function editProfile(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  wanted: Omit<ProfileChange, 'currentPassword'>,
  seenEmail: string,
): Promise<Profile> {
  const { departments } = await settings.policy()
  const write = db.write(async (tx) => {
    const before = await getProfile(tx, actor)
    const change = { ...wanted, department: checkPersonDepartment(departments, wanted.department, before.department) }
    if (change.lastName === '' && before.lastName !== '') {
      throw fieldError('bad-input', 'lastName', LAST_NAME_REQUIRED)
    }
    const fields = (['firstName', 'lastName', 'email', 'department'] as const).filter(
      (field) => before[field] !== change[field],
    )
    if (fields.length === 0) return before
    if (fields.includes('email') && before.email !== seenEmail) throw emailChanged()
    const at = clock().toISOString()
    if (fields.includes('email')) await endLinks(tx, actor.id, at)
    const columns: AccountChange = {
      first_name: change.firstName,
      last_name: change.lastName,
      name_key: nameKey(change),
      search_key: searchKey({ ...change, username: before.username }),
      ...(fields.includes('email') && { email: change.email }),
      department: change.department,
    }
    await storeAccount(tx, actor.id, columns, at)
    await record(tx, clock, {
      actorId: actor.id,
      action: 'profile.changed',
      targetType: 'user',
      targetId: actor.id,
      details: Object.fromEntries(fields.map((field) => [field, { from: before[field], to: change[field] }])),
    })
    return { ...before, ...change }
  })
  return takenIfNotUnique(write)
}

function emailChanged(): AppError {
  const message = text('An administrator has changed your email address meanwhile. Please look at it and save again.')
  return fieldError('stale-version', 'email', message)
}
