import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Key = Pick<Tables['idempotency_keys'], 'user_id' | 'route' | 'key'>
type Nothing = Record<string, never>
type Claim = Key & Pick<Tables['idempotency_keys'], 'fingerprint' | 'created_at'> & { before: string }

/** Returns a row when the key was free or is older than `before`. On PostgreSQL it waits for another claim of the same key. */
export const claimKey = prepared<Claim, { key: string }>((db, hole) =>
  db
    .insertInto('idempotency_keys')
    .values({
      user_id: hole.user_id,
      route: hole.route,
      key: hole.key,
      fingerprint: hole.fingerprint,
      body: '',
      created_at: hole.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ fingerprint: hole.fingerprint, body: '', created_at: hole.created_at })
        .where('idempotency_keys.created_at', '<', hole.before),
    )
    .returning('key'),
)

export const findAnswer = prepared<Key, Pick<Tables['idempotency_keys'], 'fingerprint' | 'body' | 'created_at'>>(
  (db, hole) =>
    db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'body', 'created_at'])
      .where('user_id', '=', hole.user_id)
      .where('route', '=', hole.route)
      .where('key', '=', hole.key),
)

export const storeAnswer = prepared<Key & { body: string }, Nothing>((db, hole) =>
  db
    .updateTable('idempotency_keys')
    .set({ body: hole.body })
    .where('user_id', '=', hole.user_id)
    .where('route', '=', hole.route)
    .where('key', '=', hole.key),
)
