import { type Kysely, sql } from 'kysely'

/** How long making a backup took. Of those made before only the end of their last proof is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backups add column took_ms integer`.execute(db)
}
