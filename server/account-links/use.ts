import { fullName } from '../../shared/people.ts'
import type { LinkUse, OpenedLink } from '../../shared/account-links.ts'
import type { SignIn } from '../../shared/users.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { sourceOf } from '../sessions/address.ts'
import { rememberAddress } from '../sessions/addresses.ts'
import { signedInUser } from '../sessions/cached-session.ts'
import { deleteSessionsOf, type Origin, startSignedIn, tokenFor } from '../sessions/service.ts'
import { countFailure, forgetFailures, refuseWhileBlocked, signInKeys, type ThrottleKey } from '../sessions/throttle.ts'
import { checkNewPassword, storeAccount } from '../users/service.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { findLink, findOwner, type LinkOwner, type LinkRow, lockLink, markUsed } from './queries.ts'
import { tokenHash } from './tokens.ts'

/** Why a link is refused, in the order of the checks. */
const REFUSALS = {
  unknown: 'This link is not valid. Check that it was copied whole, or ask your administrator for a new one.',
  used: 'This link has been used already. Sign in with the password you chose, or ask your administrator for a new link.',
  withdrawn: 'This link has been replaced by a newer one or withdrawn. Ask your administrator for a new link.',
  deactivated: 'This account has been deactivated, so the link no longer works. Ask your administrator.',
  expired: 'This link has expired. Ask your administrator for a new one.',
} as const
type Refusal = keyof typeof REFUSALS

/** Where a link is opened from, and who is signed in there. */
interface Asker extends Origin {
  actor: Actor | undefined
}

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
    const message = `You are signed in as ${fullName(actor.user)}. This link is for ${whose}. Sign out to use it.`
    throw new AppError('link-for-another', message)
  }
  return { link, owner }
}

function refusalOf(
  link: LinkRow | undefined,
  owner: LinkOwner | undefined,
  { now, demo }: { now: Date; demo: boolean },
): Refusal | undefined {
  if (!link) return 'unknown'
  if (link.used_at !== null) return 'used'
  if (owner && (owner.deactivated_at !== null || (owner.is_demo && !demo))) return 'deactivated'
  if (link.ended_at !== null || !owner) return 'withdrawn'
  return link.expires_at <= now.toISOString() ? 'expired' : undefined
}

async function refused(deps: Deps, reason: Refusal, link: LinkRow | undefined, asker: Asker): Promise<AppError> {
  await recordRefusal(deps, reason, link, asker)
  return new AppError(reason === 'unknown' ? 'link-not-valid' : 'link-ended', REFUSALS[reason])
}

/** Counts like a failed sign-in from the address, which slows down guessing and prevents flooding of the audit log. */
async function recordRefusal(
  { db, clock, settings }: Deps,
  reason: Refusal | 'signed-in-as-another',
  link: LinkRow | undefined,
  asker: Asker,
): Promise<void> {
  const { throttle } = await settings.policy()
  const { actor } = asker
  const address = addressOf(asker)
  await db.write(async (tx) => {
    await countFailure(tx, keysOf(address), clock(), throttle)
    await record(tx, clock, {
      actorId: actor?.seenBy ?? actor?.id ?? null,
      action: 'link.refused',
      ...(link && { targetType: 'user', targetId: link.user_id }),
      details: { reason, address, ...(link && { kind: link.kind }) },
    })
  })
}

function addressOf(origin: Origin): string {
  return sourceOf(origin.address ?? 'unknown').address
}

function keysOf(address: string): ThrottleKey[] {
  return [{ kind: 'address', address }]
}
