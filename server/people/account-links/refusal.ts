import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { AppError } from '../../platform/errors.ts'
import { sourceOf } from '../../platform/http/address.ts'
import type { Origin } from '../sign-in/service.ts'
import { countFailure, type ThrottleKey } from '../sign-in/throttle.ts'
import type { Deps } from './deps.ts'
import type { LinkOwner, LinkRow } from './queries.ts'

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
export interface Asker extends Origin {
  actor: Actor | undefined
}

export function refusalOf(
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

export async function refused(deps: Deps, reason: Refusal, link: LinkRow | undefined, asker: Asker): Promise<AppError> {
  await recordRefusal(deps, reason, link, asker)
  return new AppError(reason === 'unknown' ? 'link-not-valid' : 'link-ended', REFUSALS[reason])
}

/** Counts like a failed sign-in from the address, which slows down guessing and prevents flooding of the audit log. */
export async function recordRefusal(
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

export function addressOf(origin: Origin): string {
  return sourceOf(origin.address ?? 'unknown').address
}

export function keysOf(address: string): ThrottleKey[] {
  return [{ kind: 'address', address }]
}
