import type { Reader, Tx } from '../database/db.ts'

/** An address is known for this long after the last sign-in from it. */
const KNOWN_MS = 90 * 86_400_000
/** Of each account, the newest. */
const MOST_ADDRESSES = 20

/** Whether this account signed in from this address lately. An unknown username is asked for in the same way. */
export async function isOwnAddress(reader: Reader, username: string, address: string, now: Date): Promise<boolean> {
  const row = await reader
    .selectFrom('sign_in_addresses')
    .innerJoin('users', 'users.id', 'sign_in_addresses.user_id')
    .select('user_id')
    .where('users.username_key', '=', username)
    .where('sign_in_addresses.address', '=', address)
    .where('last_at', '>', knownSince(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether anybody signed in from this address lately. */
export async function isKnownAddress(reader: Reader, address: string, now: Date): Promise<boolean> {
  const row = await reader
    .selectFrom('sign_in_addresses')
    .select('user_id')
    .where('address', '=', address)
    .where('last_at', '>', knownSince(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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
        .limit(MOST_ADDRESSES),
    )
    .execute()
}

function knownSince(now: Date): string {
  return new Date(now.getTime() - KNOWN_MS).toISOString()
}
