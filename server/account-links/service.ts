import type { AccountLink, AccountLinkKind } from '../../shared/account-links.ts'
import type { Tx } from '../database/db.ts'
import { endLinks } from '../users/service.ts'
import type { Deps } from './deps.ts'
import { deleteLinksExpiredBefore, insertLink } from './queries.ts'
import { newLinkId, tokenHash, tokenOf } from './tokens.ts'

const HOUR_MS = 3_600_000
const VALID_MS: Record<AccountLinkKind, number> = { invitation: 7 * 24 * HOUR_MS, password: 24 * HOUR_MS }
/** How long an old link is remembered, so that it can explain why it is no longer valid. */
const REMEMBERED_MS = 90 * 24 * HOUR_MS

/** A link without its secret: safe to store as the answer of a call. */
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

type LinkDeps = { clock: () => Date; config: { secretKey: Buffer } }

/** Creates a one-time link and invalidates the person's earlier ones. */
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

/** The link with its token, for its creator to pass on. */
export function withToken(
  { id, kind, expiresAt }: MadeLink,
  { secretKey }: Pick<Deps['config'], 'secretKey'>,
): AccountLink {
  return { kind, expiresAt, token: tokenOf(id, secretKey) }
}
