import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Renames the size of a model's training set in the table to match the API. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table models rename column lessons to learned_from').execute(db)
}
