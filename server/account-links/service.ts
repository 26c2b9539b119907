import type { AccountLink, AccountLinkKind } from '../../shared/team.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from './deps.ts'
import { deleteLinksExpiredBefore, endLinksOf, insertLink } from './queries.ts'
import { newLinkId, tokenHash, tokenOf } from './tokens.ts'

const HOUR_MS = 3_600_000
const VALID_MS: Record<AccountLinkKind, number> = { invitation: 7 * 24 * HOUR_MS, password: 24 * HOUR_MS }
/** For so long an old link still says why it opens nothing. */
const REMEMBERED_MS = 90 * 24 * HOUR_MS

/** A link without its secret: what may be stored as the answer of a call. */
export interface MadeLink {
  id: string
  kind: AccountLinkKind
  expiresAt: string
}

interface Wanted {
  kind: AccountLinkKind
  userId: string
  /** null: the person who runs the server */
  createdById: string | null
}

type Making = { clock: () => Date; config: { secretKey: Buffer } }

/** Makes a one-time link; those that the person had before open nothing any more. */
export async function makeLink(
  tx: Tx,
  { clock, config }: Making,
  { kind, userId, createdById }: Wanted,
): Promise<MadeLink> {
  const now = clock()
  const at = now.toISOString()
  const id = newLinkId()
  const expiresAt = new Date(now.getTime() + VALID_MS[kind]).toISOString()
  await endLinksOf(tx, userId, at)
  await deleteLinksExpiredBefore(tx, new Date(now.getTime() - REMEMBERED_MS).toISOString())
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
  return { id, kind, expiresAt }
}

/** The link as the one who made it may hand it on. */
export function withToken(
  { id, kind, expiresAt }: MadeLink,
  { secretKey }: Pick<Deps['config'], 'secretKey'>,
): AccountLink {
  return { kind, expiresAt, token: tokenOf(id, secretKey) }
}

/** The person's links open nothing any more: withdrawn, or ended with the account. */
export async function endLinks(tx: Tx, userId: string, at: string): Promise<void> {
  await endLinksOf(tx, userId, at)
}
