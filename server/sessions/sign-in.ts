import type { Credentials, SignIn } from '../../shared/users.ts'
import { record } from '../audit/service.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import { findAccount } from '../users/service.ts'
import { hashPassword, needsRehash, verifyPassword } from '../users/passwords.ts'
import { usernameKey } from '../users/names.ts'
import { type Origin, startSession, tokenFor } from './service.ts'
import {
  addressKey,
  countFailure,
  forgetFailures,
  refuseWhileBlocked,
  refuseWhileBlockedIn,
  type ThrottleKey,
} from './throttle.ts'
import { inTurn } from './turns.ts'

/**
 * Opens a session for the right username and password.
 * An unknown or deactivated account takes the same time and gives the same answer as a wrong password.
 * @throws AppError `wrong-credentials`; `too-many-attempts` after repeated failures of the account or the address
 */
export async function signIn(services: Services, credentials: Credentials, origin: Origin): Promise<SignIn> {
  const account: ThrottleKey = `account:${usernameKey(credentials.username)}`
  // Attempts on one account wait for each other, so a burst of guesses cannot overtake the counting of its failures.
  return inTurn(account, () => attempt(services, credentials, origin, account))
}

async function attempt(services: Services, credentials: Credentials, origin: Origin, account: ThrottleKey) {
  const { db, config, clock, sessions } = services
  const keys = [account, addressKey(origin.address ?? 'unknown')]
  await refuseWhileBlocked(db.read, keys, clock())

  const user = await findAccount(db.read, credentials.username)
  const isRight = await verifyPassword(credentials.password, user?.password_hash ?? (await decoy(services)))
  if (!user || !isRight || user.deactivated_at || (user.is_demo && !config.demo)) {
    await db.write(async (tx) => {
      await countFailure(tx, keys, clock())
      await record(tx, clock, {
        actorId: null,
        action: 'session.refused',
        // The name is only kept when it is an account's: what people mistype here may be their password.
        ...(user && { targetType: 'user', targetId: user.id }),
        details: { address: origin.address },
      })
    })
    throw new AppError('wrong-credentials', 'Invalid username or password')
  }

  const password_hash = needsRehash(user.password_hash, config.passwordCost)
    ? await hashPassword(credentials.password, config.passwordCost)
    : user.password_hash
  const policy = await getPolicy(db)
  const { session, ended } = await db.write(async (tx) => {
    const now = clock()
    // Asked again inside the transaction: hashing took its time. The address may have failed too often meanwhile, and the
    // account or its password may have changed.
    await refuseWhileBlockedIn(tx, keys, now)
    const still = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('deactivated_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!still) throw new AppError('wrong-credentials', 'Invalid username or password')
    await forgetFailures(tx, account)
    const started = await startSession(tx, { userId: user.id, origin, policy, now })
    await record(tx, clock, {
      actorId: user.id,
      action: 'session.started',
      targetType: 'user',
      targetId: user.id,
      details: { address: origin.address, endedOldest: started.ended.length },
    })
    return started
  })
  sessions.forgetSessions(ended)

  const token = tokenFor(session, config.secretKey)
  const actor = await sessions.find(token)
  // So many signed in at once that this session is the oldest by now.
  if (!actor) throw new AppError('not-signed-in', 'Your session has ended. Please sign in again.')
  return { token, user: actor.user }
}

let decoyHash: Promise<string> | undefined

/** A hash of today's cost that no password fits, to spend the same time on an account that doesn't exist. */
function decoy({ config }: Services): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID(), config.passwordCost)
  return decoyHash
}
