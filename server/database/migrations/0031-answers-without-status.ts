import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** A repeated call gets the first one's value again; which HTTP status goes with it is the route's to say. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table idempotency_keys drop column status').execute(db)
}
