import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** What its asker could see when the assistant gave an answer; null with those from before, when that was everything. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table conversation_messages add column scope text').execute(db)
}
