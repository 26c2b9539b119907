import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The person whose view an administrator's session shows temporarily. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  await sql`alter table sessions add column seen_as_id ${key} references users (id)`.execute(db)
  await sql`alter table sessions add column seen_as_until ${instant}`.execute(db)
}
