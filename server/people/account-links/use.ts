import { fullName } from '../../../shared/people.ts'
import type { LinkUse, OpenedLink } from '../../../shared/account-links.ts'
import type { SignIn } from '../../../shared/users.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import { rememberAddress } from '../sign-in/addresses.ts'
import { signedInUser } from '../sign-in/cached-session.ts'
import { deleteSessionsOf, type Origin, startSignedIn, tokenFor } from '../sign-in/service.ts'
import { forgetFailures, refuseWhileBlocked, signInKeys } from '../sign-in/throttle.ts'
import { checkNewPassword, storeAccount } from '../accounts/service.ts'
import type { Policy } from '../../settings/service.ts'
import type { Deps } from './deps.ts'
import { findLink, findOwner, type LinkOwner, type LinkRow, lockLink, markUsed } from './queries.ts'
import { addressOf, type Asker, keysOf, recordRefusal, refusalOf, refused } from './refusal.ts'
import { tokenHash } from './tokens.ts'

/**
 * Checks a link and shows whose it is, without using it up.
 * @throws AppError `link-not-valid` for an unknown token; `link-ended` when it is no longer valid; `link-for-another` if
 * another person is signed in; `too-many-attempts` after repeated failures from the address
 */
export async function openLink(deps: Deps, token: string, asker: Asker): Promise<OpenedLink> {
  const { link, owner } = await getOpen(deps, token, asker)
  const { passwordMinLength } = await deps.settings.policy()
  return {
    kind: link.kind,
    username: owner.username,
    firstName: owner.first_name,
    lastName: owner.last_name,
    expiresAt: link.expires_at,
    passwordMinLength,
  }
}

/**
 * Sets the password that the link was made for, ends the person's sessions and signs them in.
 * @throws AppError as `openLink` does; `bad-input` for a weak password, and the link remains usable
 */
export async function useLink(deps: Deps, { token, password }: LinkUse, asker: Asker): Promise<SignIn> {
  const { settings, passwords, db, sessions, config, lookups } = deps
  const { actor: _, ...origin } = asker
  const { owner } = await getOpen(deps, token, asker)
  const person = { ...owner, firstName: owner.first_name, lastName: owner.last_name }
  await checkNewPassword(settings, password, person, 'password')
  const passwordHash = await passwords.hash(password)
  const policy = await settings.policy()
  const done = await db.write((tx) => redeem(tx, deps, { token, passwordHash, origin, policy }))
  // The link was used or withdrawn while the password was being hashed.
  if ('refusal' in done) throw await refused(deps, done.refusal, done.link, asker)
  sessions.forgetUser(owner.id)
  lookups.signedIn(owner.username_key, addressOf(origin))
  return { token: tokenFor(done.session, config.secretKey), user: signedInUser(done.signedIn, policy) }
}

interface Redemption {
  token: string
  passwordHash: string
  origin: Origin
  policy: Policy
}

async function redeem(tx: Tx, { clock, config }: Deps, { token, passwordHash, origin, policy }: Redemption) {
  const now = clock()
  const at = now.toISOString()
  const link = await lockLink(tx, tokenHash(token))
  const owner = link && (await findOwner(tx, link.user_id))
  const refusal = refusalOf(link, owner, { now, demo: config.demo })
  if (refusal || !link || !owner) return { refusal: refusal ?? 'unknown', link } as const

  await markUsed(tx, link.id, at)
  await storeAccount(tx, owner.id, { password_hash: passwordHash, activated_at: owner.activated_at ?? at }, at)
  await deleteSessionsOf(tx, owner.id)
  await forgetFailures(tx, signInKeys(owner.username_key, addressOf(origin), false))
  await rememberAddress(tx, owner.id, addressOf(origin), now)
  const started = await startSignedIn(tx, { userId: owner.id, origin, policy, now })
  await record(tx, clock, {
    actorId: owner.id,
    action: link.kind === 'invitation' ? 'invitation.accepted' : 'password.reset',
    targetType: 'user',
    targetId: owner.id,
    details: { address: origin.address },
  })
  return started
}

async function getOpen(deps: Deps, token: string, asker: Asker): Promise<{ link: LinkRow; owner: LinkOwner }> {
  const { db, clock, config } = deps
  await refuseWhileBlocked(db.read, keysOf(addressOf(asker)), clock())
  const link = await findLink(db.read, tokenHash(token))
  const owner = link && (await findOwner(db.read, link.user_id))
  const refusal = refusalOf(link, owner, { now: clock(), demo: config.demo })
  if (refusal || !link || !owner) throw await refused(deps, refusal ?? 'unknown', link, asker)
  const { actor } = asker
  if (actor && (actor.seenBy ?? actor.id) !== owner.id) {
    await recordRefusal(deps, 'signed-in-as-another', link, asker)
    const whose = `${fullName({ firstName: owner.first_name, lastName: owner.last_name })} (${owner.username})`
    const message = text('You are signed in as {name}. This link is for {whose}. Sign out to use it.', {
      name: fullName(actor.user),
      whose,
    })
    throw new AppError('link-for-another', message)
  }
  return { link, owner }
}
