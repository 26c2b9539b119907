import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The newest sealed entry of the audit log, signed. The first check of the log writes it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  const number = sql.raw(engine === 'postgres' ? 'bigint' : 'integer')
  await sql`create table audit_head (
    id integer primary key check (id = 1), entries ${number} not null, hash ${key} not null, key_id ${key} not null,
    mac ${key} not null)`.execute(db)
}
