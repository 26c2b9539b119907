import type { Tx } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** An address is known for this long after the last sign-in from it. */
const KNOWN_MS = 90 * 86_400_000
/** The newest addresses retained per account. */
const MAX_ADDRESSES = 20

/** Recent sign-in addresses of this account. The query is the same for an unknown username. */
export const ownAddresses = prepared<{ account: string; known_since: string }, { address: string }>((db, param) =>
  db
    .selectFrom('sign_in_addresses')
    .innerJoin('users', 'users.id', 'sign_in_addresses.user_id')
    .select('address')
    .where('users.username_key', '=', param.account)
    .where('last_at', '>', param.known_since),
)

/** A row if any account has signed in from this address recently. */
export const signInsFrom = prepared<{ address: string; known_since: string }, { user_id: string }>((db, param) =>
  db
    .selectFrom('sign_in_addresses')
    .select('user_id')
    .where('address', '=', param.address)
    .where('last_at', '>', param.known_since)
    .limit(1),
)

export async function rememberAddress(tx: Tx, userId: string, address: string, now: Date): Promise<void> {
  const last_at = now.toISOString()
  await tx
    .insertInto('sign_in_addresses')
    .values({ user_id: userId, address, last_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_at }))
    .execute()
  await tx
    .deleteFrom('sign_in_addresses')
    .where('user_id', '=', userId)
    .where('address', 'not in', (own) =>
      own
        .selectFrom('sign_in_addresses')
        .select('address')
        .where('user_id', '=', userId)
        .orderBy('last_at', 'desc')
        .orderBy('address')
        .limit(MAX_ADDRESSES),
    )
    .execute()
}

/** An address is known if its last sign-in is later than this. */
export function knownSince(now: Date): string {
  return new Date(now.getTime() - KNOWN_MS).toISOString()
}
