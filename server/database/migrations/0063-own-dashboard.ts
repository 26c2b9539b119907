import { type Kysely, sql } from 'kysely'

/** How a person has arranged the own dashboard, as JSON; null is the order of the specification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column dashboard text`.execute(db)
}
