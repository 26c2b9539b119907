import { sql, type SqlBool } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Key = Pick<Tables['idempotency_keys'], 'user_id' | 'route' | 'key'>
type Nothing = Record<string, never>

/** Frees this key if it is older than `before`. */
export const forgetIfOlder = prepared<Key & { before: string }, Nothing>((db, hole) =>
  db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', hole.user_id)
    .where('route', '=', hole.route)
    .where('key', '=', hole.key)
    .where('created_at', '<', hole.before),
)

/**
 * Clears away a few keys older than `before`: with every new key, so that it keeps up and is never felt. Their number is
 * written out: SQLite would plan the query again whenever a limit is bound.
 */
export const forgetSomeOlder = prepared<{ before: string }, Nothing>((db, hole) =>
  db.deleteFrom('idempotency_keys').where(({ refTuple, selectFrom }) => {
    const old = selectFrom('idempotency_keys').select(['user_id', 'route', 'key'])
    const some = old.where('created_at', '<', hole.before).orderBy('created_at').limit(sql.lit(5))
    return sql<SqlBool>`${refTuple('user_id', 'route', 'key')} in ${some}`
  }),
)

/** Returns a row when the key was free. On PostgreSQL it waits for another call that is claiming the same key. */
export const claimKey = prepared<Key & Pick<Tables['idempotency_keys'], 'fingerprint' | 'created_at'>, { key: string }>(
  (db, hole) =>
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
      .onConflict((conflict) => conflict.columns(['user_id', 'route', 'key']).doNothing())
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
