import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Exports of lists to files, until they expire or are deleted. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  await sql`create table exports (
    id ${key} not null primary key, user_id ${key} not null references users (id), format ${key} not null, file_name text not null,
    view text not null, columns text not null, sees_all smallint not null, state ${key} not null,
    rows_done bigint not null, total bigint, store_key ${key}, size bigint, checksum ${key}, note text,
    created_at ${instant} not null, expires_at ${instant} not null)`.execute(db)
  await sql`create index exports_by_user on exports (user_id, created_at)`.execute(db)
  await sql`create index exports_by_expiry on exports (expires_at)`.execute(db)
}
