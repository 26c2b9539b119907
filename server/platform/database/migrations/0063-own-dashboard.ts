import { type Kysely, sql } from 'kysely'

/** A person's own dashboard layout, as JSON; null is the specification's order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column dashboard text`.execute(db)
}
