import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Which SECRET_KEY a backup was made with. Those made before do not know. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table backups add column key_id ${key}`.execute(db)
}
