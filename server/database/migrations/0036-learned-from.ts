import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** How many requests a model has learnt from is called the same in the table as in the answers. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table models rename column lessons to learned_from').execute(db)
}
