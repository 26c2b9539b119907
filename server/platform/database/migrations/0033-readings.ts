import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Stores with each answer how the question was interpreted, so that its chips and buttons are restored when the page is
 * reopened.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table conversation_messages add column reading text').execute(db)
}
