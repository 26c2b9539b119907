import type { PasswordChange } from '../../../shared/users.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { type AppError, fieldError } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { checkNewPassword, endLinks } from '../accounts/service.ts'
import type { Deps } from './deps.ts'
import { getPasswordHash, replacePasswordHash } from './sign-in-queries.ts'
import { deleteOtherSessions } from './service.ts'
import { countFailure, forgetFailures, refuseWhileBlocked, refuseWhileBlockedIn, type ThrottleKey } from './throttle.ts'

/**
 * Changes the actor's own password and ends their other sessions and their links.
 * @param idempotency a repeated call under its key must not be refused because the first one succeeded
 * @throws AppError `wrong-password` when the current one is wrong, `too-many-attempts` when it was guessed too often,
 *   `bad-input` when the new one isn't good enough
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  change: PasswordChange,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<void> {
  const key: ThrottleKey = { kind: 'password', account: actor.id }
  await deps.passwords.withLock(actor.id, async () => {
    if (await idempotency.earlier(deps.db)) return
    await replacePassword(deps, actor, change, key, idempotency)
  })
}

/**
 * Requires the password again, however recent the sign-in: a screen left open must not be enough.
 * @throws AppError `password-needed` without it; `wrong-password` and `too-many-attempts` as for a change of the
 *   password
 */
export async function confirmPassword(deps: Deps, actor: Actor, password: string | undefined): Promise<void> {
  const { db, clock } = deps
  if (password === undefined) {
    throw fieldError(
      'password-needed',
      'currentPassword',
      text('Please enter your password to change your email address.'),
    )
  }
  const key: ThrottleKey = { kind: 'password', account: actor.id }
  await deps.passwords.withLock(actor.id, async () => {
    await verifyCurrent(deps, actor, password, key)
    await db.write(async (tx) => {
      // Another process may have counted too many guesses meanwhile.
      await refuseWhileBlockedIn(tx, [key], clock())
      await forgetFailures(tx, [key])
    })
  })
}

/**
 * @returns the hash of the actor's password
 * @throws AppError `wrong-password`, which is counted; `too-many-attempts`
 */
async function verifyCurrent(
  { db, clock, passwords, settings }: Deps,
  actor: Actor,
  password: string,
  key: ThrottleKey,
): Promise<string> {
  await refuseWhileBlocked(db.read, [key], clock())
  const current = await getPasswordHash(db.read, actor.id)
  if (await passwords.verify(password, current)) return current
  const { throttle } = await settings.policy()
  await db.write((tx) => countFailure(tx, [key], clock(), throttle))
  throw wrongPassword()
}

async function replacePassword(
  deps: Deps,
  actor: Actor,
  change: PasswordChange,
  key: ThrottleKey,
  idempotency: IdempotentCall,
) {
  const { db, clock, sessions, passwords } = deps
  await checkNewPassword(deps.settings, change.newPassword, actor.user)
  const current = await verifyCurrent(deps, actor, change.currentPassword, key)
  if (change.newPassword === change.currentPassword) {
    throw fieldError('bad-input', 'newPassword', text('The new password must differ from the current one.'))
  }

  const password_hash = await passwords.hash(change.newPassword)
  await db.write((tx) =>
    idempotency.run(tx, async () => {
      // Hashing took time: meanwhile another process may have counted too many guesses, or another person who knew the
      // old password may have changed it.
      await refuseWhileBlockedIn(tx, [key], clock())
      const at = clock().toISOString()
      const change = { from: current, to: password_hash, at }
      if (!(await replacePasswordHash(tx, actor.id, change))) throw wrongPassword()
      await forgetFailures(tx, [key])
      await endLinks(tx, actor.id, at)
      const endedSessions = await deleteOtherSessions(tx, actor)
      await record(tx, clock, {
        actorId: actor.id,
        action: 'password.changed',
        targetType: 'user',
        targetId: actor.id,
        details: { endedSessions },
      })
    }),
  )
  sessions.forgetUser(actor.id)
}

function wrongPassword(): AppError {
  return fieldError('wrong-password', 'currentPassword', text('Current password is incorrect.'))
}
