import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** A repeated call gets the stored value of the first one; the route decides the HTTP status. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table idempotency_keys drop column status').execute(db)
}
