import type { Tx } from '../database/db.ts'
import { forUpdate } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Key = Pick<Tables['idempotency_keys'], 'user_id' | 'route' | 'key'>
type Nothing = Record<string, never>
type Claim = Key & Pick<Tables['idempotency_keys'], 'fingerprint' | 'created_at'> & { before: string }

/**
 * Returns a row if the key was free or older than `before`. On PostgreSQL it waits for a concurrent claim of the same
 * key.
 */
export const claimKey = prepared<Claim, { key: string }>((db, param) =>
  db
    .insertInto('idempotency_keys')
    .values({
      user_id: param.user_id,
      route: param.route,
      key: param.key,
      fingerprint: param.fingerprint,
      body: '',
      created_at: param.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ fingerprint: param.fingerprint, body: '', created_at: param.created_at })
        .where('idempotency_keys.created_at', '<', param.before),
    )
    .returning('key'),
)

export const findAnswer = prepared<Key, Pick<Tables['idempotency_keys'], 'fingerprint' | 'body' | 'created_at'>>(
  (db, param) =>
    db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'body', 'created_at'])
      .where('user_id', '=', param.user_id)
      .where('route', '=', param.route)
      .where('key', '=', param.key),
)

export const storeAnswer = prepared<Key & { body: string }, Nothing>((db, param) =>
  db
    .updateTable('idempotency_keys')
    .set({ body: param.body })
    .where('user_id', '=', param.user_id)
    .where('route', '=', param.route)
    .where('key', '=', param.key),
)

/** On PostgreSQL the lock makes the commit wait for the standbys, as that of the row did. */
export function lockKey(tx: Tx, { user_id, route, key }: Key) {
  const row = tx.selectFrom('idempotency_keys').select('key').where('user_id', '=', user_id)
  return forUpdate(tx, row.where('route', '=', route).where('key', '=', key)).execute()
}
