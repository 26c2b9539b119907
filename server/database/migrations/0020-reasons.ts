import { type Kysely, sql } from 'kysely'

/** Why a status was changed, in the words of the person who changed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_history add column reason text`.execute(db)
}
