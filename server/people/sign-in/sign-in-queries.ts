import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { type Params, prepared } from '../../platform/database/prepared.ts'
import type { NameKeys } from '../accounts/service.ts'

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

interface SignInAttempt extends NameKeys {
  address: string
  known_since: string
  address_key: string
}

interface StoredSignInFacts {
  account: string
  user_id: string | null
  is_own: number
  is_known: number
  account_until: string | null
  address_until: string | null
  pair_until: string | null
}

/**
 * Key of the account that a name means: that of a username before that of an email address. A name that no account has
 * gets its own key. Several accounts that share an address since before addresses were unique have no claim to it.
 */
function named(db: Reader, param: Params<NameKeys>) {
  const byKey = (key: RawBuilder<string>) =>
    db.selectFrom('users').select('username_key').where('username_key', '=', key)
  const byEmail = db
    .selectFrom('users')
    .select((row) => row.fn.min('username_key').as('username_key'))
    .where('email_key', '=', param.email)
    .where('email_key', '<>', '')
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
    .having((row) => row.fn.countAll(), '=', 1)
  return db.selectNoFrom((row) =>
    row.fn
      .coalesce(byKey(param.clashing), byKey(param.account), byEmail, sql<string>`cast(${param.account} as text)`)
      .as('account'),
  )
}

/**
 * The stored facts about an attempt's account and address: always one row, known or not. The keys of blocks are those of
 * `storedKey`.
 */
export const findSignInFacts = prepared<SignInAttempt, StoredSignInFacts>((db, param) =>
  db.selectFrom(named(db, param).as('named')).select((row) => {
    const addresses = row
      .selectFrom('sign_in_addresses')
      .select('user_id')
      .where('address', '=', param.address)
      .where('last_at', '>', param.known_since)
    const account = row.selectFrom('users').select('id').whereRef('username_key', '=', 'named.account')
    const blockedUntil = (key: RawBuilder<string>) =>
      row.selectFrom('sign_in_failures').select('blocked_until').where('key', '=', key)
    return [
      'named.account',
      account.as('user_id'),
      row
        .exists(addresses.where('user_id', '=', account))
        .$castTo<number>()
        .as('is_own'),
      row.exists(addresses).$castTo<number>().as('is_known'),
      blockedUntil(sql`'account:' || named.account`).as('account_until'),
      blockedUntil(param.address_key).as('address_until'),
      blockedUntil(sql`'pair:' || cast(${param.address} as text) || ' ' || named.account`).as('pair_until'),
    ]
  }),
)
