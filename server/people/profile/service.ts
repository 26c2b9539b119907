import type { Profile, ProfileChange } from '../../../shared/users.ts'
import type { Actor } from '../../platform/actor.ts'
import { confirmPassword } from '../sign-in/password.ts'
import { editProfile, getProfile } from '../accounts/profile.ts'
import type { Deps } from './deps.ts'

/**
 * @returns the profile as stored
 * @throws AppError `password-needed` for a new address without the password; `wrong-password` and `too-many-attempts` as for a change of the password
 */
export async function changeProfile(
  deps: Deps,
  actor: Actor,
  { currentPassword, ...change }: ProfileChange,
): Promise<Profile> {
  // The address can receive password links, so an unattended screen must not be enough to change it.
  const { email } = await getProfile(deps.db.read, actor)
  if (change.email !== email) await confirmPassword(deps, actor, currentPassword)
  const profile = await editProfile(deps, actor, change, email)
  deps.sessions.forgetUser(actor.id)
  return profile
}
