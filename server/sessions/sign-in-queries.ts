import type { Reader, Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'

export async function getPasswordHash(reader: Reader, id: string): Promise<string> {
  const row = await reader.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.password_hash
}

/** @returns false when the hash has changed meanwhile */
export async function replacePasswordHash(
  tx: Tx,
  id: string,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: to, updated_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface SignInAttempt {
  account: string
  address: string
  known_since: string
  account_key: string
  address_key: string
  pair_key: string
}

interface StoredSignInFacts {
  user_id: string | null
  is_own: number
  is_known: number
  account_until: string | null
  address_until: string | null
  pair_until: string | null
}

/** The stored facts about an attempt's account and address: always one row, known or not. */
export const findSignInFacts = prepared<SignInAttempt, StoredSignInFacts>((db, param) =>
  db.selectNoFrom((row) => {
    const addresses = row
      .selectFrom('sign_in_addresses')
      .select('user_id')
      .where('address', '=', param.address)
      .where('last_at', '>', param.known_since)
    const account = row.selectFrom('users').select('id').where('username_key', '=', param.account)
    const blockedUntil = (key: typeof param.account_key) =>
      row.selectFrom('sign_in_failures').select('blocked_until').where('key', '=', key)
    return [
      account.as('user_id'),
      row
        .exists(addresses.where('user_id', '=', account))
        .$castTo<number>()
        .as('is_own'),
      row.exists(addresses).$castTo<number>().as('is_known'),
      blockedUntil(param.account_key).as('account_until'),
      blockedUntil(param.address_key).as('address_until'),
      blockedUntil(param.pair_key).as('pair_until'),
    ]
  }),
)
