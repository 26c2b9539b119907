import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The backups on this machine. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  await sql`create table backups (
    id ${key} not null primary key, started_at ${instant} not null, started_by_id ${key} references users (id),
    state ${key} not null, progress_done integer not null, progress_of integer not null, size bigint, checksum ${key},
    is_encrypted integer not null, requests bigint, proven_at ${instant}, ended_at ${instant}, error ${key},
    error_detail text)`.execute(db)
  await sql`create index backups_by_start on backups (started_at, id)`.execute(db)
}
