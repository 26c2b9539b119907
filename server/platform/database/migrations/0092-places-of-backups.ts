import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Where each backup lies: null in the folder of this machine, else the bucket (`server/backup/places.ts`). */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table backups add column place ${text}`.execute(db)
}
