import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** What the asker could see when the assistant answered. Null in older rows, when everybody saw everything. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table conversation_messages add column scope text').execute(db)
}
