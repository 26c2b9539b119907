import type { Credentials, SignIn } from '../../../shared/users.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import { AppError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { findAccountByKey } from '../accounts/service.ts'
import { type Origin, startSignedIn, tokenFor } from './service.ts'
import { sourceOf } from '../../platform/http/address.ts'
import { type AttemptLimits, tooManyAtOnce } from './attempt-limits.ts'
import { rememberAddress } from './addresses.ts'
import { signedInUser } from './cached-session.ts'
import type { SignInQueue } from './sign-in-queue.ts'
import { RANK } from './sign-in-order.ts'
import {
  countFailure,
  forgetFailures,
  refuseWhileBlocked,
  refuseWhileBlockedIn,
  signInKeys,
  type ThrottleKey,
} from './throttle.ts'

/**
 * Opens a session for the right username, or email address, and password.
 * An unknown or deactivated account takes the same time and gets the same response as a wrong password, except in a
 * full queue, where it comes later.
 * @throws AppError `wrong-credentials`; `too-many-attempts` after repeated failures, or with too many concurrent
 *   attempts
 */
export async function signIn(
  deps: Deps,
  { limits, queue }: { limits: AttemptLimits; queue: SignInQueue },
  credentials: Credentials,
  origin: Origin,
): Promise<SignIn> {
  const { lookups } = deps
  const source = sourceOf(origin.address ?? 'unknown')
  const { address } = source
  const name = credentials.username
  await lookups.refuseIfBlockCached(name, address)
  if (queue.isHopeless(source) && !(await lookups.isKnown(address))) throw tooManyAtOnce()
  return limits.admit(
    source,
    () => lookups.isKnown(address),
    async () => {
      const { account, userId, isOwn, isKnown } = await lookups.ask(name, address)
      const keys = signInKeys(account, address, isOwn)
      const rank = isOwn ? RANK.ownAddress : isKnown ? RANK.knownAddress : RANK.unknownAddress
      return queue.run(rank, source, userId, () => attempt(deps, credentials, origin, { account, address, keys }))
    },
  )
}

interface Throttled {
  account: string
  address: string
  keys: ThrottleKey[]
}

async function attempt(deps: Deps, credentials: Credentials, origin: Origin, { account, address, keys }: Throttled) {
  const { db, config, clock, sessions, lookups, passwords, settings } = deps
  // Checked again when the turn has come: other attempts may have failed meanwhile.
  await refuseWhileBlocked(db.read, keys, clock())

  const user = await findAccountByKey(db.read, account)
  const isRight = await passwords.verify(credentials.password, user?.password_hash || (await passwords.decoy()))
  if (!user || !isRight || user.deactivated_at || (user.is_demo && !config.demo)) {
    const { throttle } = await settings.policy()
    await db.write(async (tx) => {
      await countFailure(tx, keys, clock(), throttle)
      await record(tx, clock, {
        actorId: null,
        action: 'session.refused',
        // The name is only recorded if it belongs to an account: people may mistype their password here.
        ...(user && { targetType: 'user', targetId: user.id }),
        address: origin.address,
      })
    })
    throw new AppError('wrong-credentials', text('Invalid username or password'))
  }

  const password_hash = passwords.needsRehash(user.password_hash)
    ? await passwords.hash(credentials.password)
    : user.password_hash
  const policy = await settings.policy()
  const { session, ended, signedIn } = await db.write(async (tx) => {
    const now = clock()
    // Checked again inside the transaction: hashing took time. Meanwhile the address may have been blocked, and the
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
    if (!still) throw new AppError('wrong-credentials', text('Invalid username or password'))
    await forgetFailures(tx, keys)
    await rememberAddress(tx, user.id, address, now)
    const started = await startSignedIn(tx, { userId: user.id, origin, policy, now })
    await record(tx, clock, {
      actorId: user.id,
      action: 'session.started',
      targetType: 'user',
      targetId: user.id,
      address: origin.address,
      details: { endedOldest: started.ended.length },
    })
    return started
  })
  sessions.forgetSessions(ended)
  lookups.signedIn(account, address)
  return { token: tokenFor(session, config.secretKey), user: signedInUser(signedIn, policy) }
}
