import { type Kysely, sql } from 'kysely'

/** Notice preferences count their changes, so that saving an older state of them is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice_preferences add column version integer not null default 1`.execute(db)
}
