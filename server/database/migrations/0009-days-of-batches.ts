import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Which days an estimate of a batch counts: null with those from before the office could choose, which counted every day. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table batch_items add column days_unit text').execute(db)
}
