import { deletedBefore } from '../../../shared/retention.ts'
import type { AccountLink, AccountLinkKind } from '../../../shared/account-links.ts'
import type { Tx } from '../../platform/database/db.ts'
import { queueMail } from '../../notices/mail/queue-mail.ts'
import { endLinks } from '../accounts/service.ts'
import type { Deps } from './deps.ts'
import { deleteLinksExpiredBefore, findOwner, insertLink } from './queries.ts'
import { newLinkId, tokenHash, tokenOf } from './tokens.ts'

const HOUR_MS = 3_600_000
const VALID_MS: Record<AccountLinkKind, number> = { invitation: 7 * 24 * HOUR_MS, password: 24 * HOUR_MS }

/** A link without its secret: safe to store as the answer of a call. */
export interface MadeLink {
  id: string
  kind: AccountLinkKind
  expiresAt: string
  /** address that it is sent to */
  mailedTo: string | null
}

interface Wanted {
  kind: AccountLinkKind
  userId: string
  /** null: the person who runs the server */
  createdById: string | null
}

type LinkDeps = { clock: () => Date; config: { secretKey: Buffer; publicUrl: string | undefined } }

/** Creates a one-time link, invalidates the person's earlier ones, and has it sent where the office sends mail. */
export async function makeLink(
  tx: Tx,
  { clock, config }: LinkDeps,
  { kind, userId, createdById }: Wanted,
): Promise<MadeLink> {
  const now = clock()
  const at = now.toISOString()
  const id = newLinkId()
  const expiresAt = new Date(now.getTime() + VALID_MS[kind]).toISOString()
  await endLinks(tx, userId, at)
  await deleteLinksExpiredBefore(tx, deletedBefore('accountLinks', now))
  await insertLink(tx, {
    id,
    token_hash: tokenHash(tokenOf(id, config.secretKey)),
    kind,
    user_id: userId,
    created_at: at,
    created_by_id: createdById,
    expires_at: expiresAt,
    used_at: null,
    ended_at: null,
  })
  const mailedTo = createdById === null ? null : await mailLink(tx, { id, userId, now, publicUrl: config.publicUrl })
  return { id, kind, expiresAt, mailedTo }
}

/** @returns the address; null while the office sends no mail, or none with links */
async function mailLink(
  tx: Tx,
  { id, userId, now, publicUrl }: { id: string; userId: string; now: Date; publicUrl: string | undefined },
): Promise<string | null> {
  if (publicUrl === undefined) return null
  // The mail has the link's id, so that lists of links find it.
  const mailId = await queueMail(tx, { id, kind: 'account-link', personId: userId, about: {}, now })
  return mailId === undefined ? null : ((await findOwner(tx, userId))?.email ?? null)
}

/** The link with its token, for its creator to pass on. */
export function withToken(
  { id, kind, expiresAt, mailedTo }: MadeLink,
  { secretKey }: Pick<Deps['config'], 'secretKey'>,
): AccountLink {
  return { kind, expiresAt, token: tokenOf(id, secretKey), mailedTo }
}
