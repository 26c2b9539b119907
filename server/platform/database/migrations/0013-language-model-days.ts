import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Calls of the language model per day, for the whole office (an empty person) and for each person: for the daily
 * limits.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`create table language_model_days (
    day ${key} not null, person_id ${key} not null, calls integer not null, primary key (day, person_id))`.execute(db)
}
