import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Which list was exported: no longer only requests. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table exports add column list ${key} not null default 'requests'`.execute(db)
}
