import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Reader, Tx } from '../platform/database/db.ts'
import { engineOf } from '../platform/database/dialect.ts'

/** Value of `settingsVersion` while nothing is stored. */
export const NO_SETTINGS = 'none'

/**
 * Changes with every setting, for queries that must notice changes by other processes. Null on SQLite. A hash, because the
 * clocks of several processes differ.
 */
export function settingsVersion(reader: Reader): RawBuilder<string | null> {
  if (engineOf(reader) === 'sqlite') return sql`null`
  return sql`(select coalesce(md5(string_agg(key || ' ' || value, ' ' order by key)), ${sql.lit(NO_SETTINGS)}) from settings)`
}

/** Changes the settings' version, so that every process rereads the departments with the next call. */
export async function touchSettings(tx: Tx, now: Date): Promise<void> {
  const updated_at = now.toISOString()
  const value = JSON.stringify(randomUUID())
  await tx
    .insertInto('settings')
    .values({ key: 'departments', value, updated_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at }))
    .execute()
}
