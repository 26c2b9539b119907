import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Which days the estimate of a batch counts. Null in older rows, which counted every day. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table batch_items add column days_unit text').execute(db)
}
