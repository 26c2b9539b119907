import { z } from 'zod'

/**
 * Keys by which failed attempts are counted: an account from one address, an account from addresses that are new to it, an
 * address, and the current password asked for within a session.
 */
export const ThrottleKind = z.enum(['pair', 'account', 'address', 'password'])
export type ThrottleKind = z.infer<typeof ThrottleKind>

/** An active block, as Settings, Security lists it. */
export const BlockedSignIn = z.object({
  id: z.string(),
  kind: ThrottleKind,
  /** null for a block by address alone, and for a name without an account: it may be a mistyped password */
  username: z.string().nullable(),
  address: z.string().nullable(),
  failures: z.int(),
  lastFailedAt: z.string(),
  blockedUntil: z.string(),
})
export type BlockedSignIn = z.infer<typeof BlockedSignIn>

export const BlockedSignInsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type BlockedSignInsQuery = z.infer<typeof BlockedSignInsQuery>

/** Answer of GET /api/settings/blocked-sign-ins, longest remaining block first. */
export const BlockedSignIns = z.object({ blocks: z.array(BlockedSignIn), total: z.int() })
export type BlockedSignIns = z.infer<typeof BlockedSignIns>
