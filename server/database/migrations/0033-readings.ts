import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** How a question was taken, kept with its answer: so that chips and buttons stand there again when the page is opened anew. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table conversation_messages add column reading text').execute(db)
}
