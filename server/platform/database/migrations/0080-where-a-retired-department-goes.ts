import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Where the open requests and the people of a retired department are moved; null: they stay. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table departments add column open_to ${key}`.execute(db)
  await sql`alter table departments add column people_to ${key}`.execute(db)
  // Those that were being moved went to the successor.
  await sql`update departments set open_to = successor where key in (
    select unique_key from jobs where kind = 'move-department' and finished_at is null)`.execute(db)
}
