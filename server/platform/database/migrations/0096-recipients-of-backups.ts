import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The recipient whose identity alone opens a backup; null: it is encrypted with the passphrase, or not at all. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table backups add column recipient ${text}`.execute(db)
}
