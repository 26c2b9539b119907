import { type Kysely, sql } from 'kysely'

/** Comments count their edits, so that an edit of an older text is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comments add column version integer not null default 1`.execute(db)
}
