import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** How often the language model was called on a day, by the office (an empty person) and by each person: for its daily limits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`create table language_model_days (
    day ${key} not null, person_id ${key} not null, calls integer not null, primary key (day, person_id))`.execute(db)
}
