import { type Kysely, sql } from 'kysely'

/** A comment's edit can add and remove mentions: an added one rings once, for the edit; a removed one is remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment_mentions add column added_by bigint`.execute(db)
  await sql`alter table comment_mentions add column is_removed smallint not null default 0`.execute(db)
}
