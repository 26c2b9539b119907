import { type Kysely, sql } from 'kysely'

/** The reason for a change of status, as entered by the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_history add column reason text`.execute(db)
}
