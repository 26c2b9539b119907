import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Hash of the text a suggestion was made for: feedback may link a draft's suggestion to a request only if the request
 * has exactly that text. Null in older rows, which can no longer be linked.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table suggestions add column text_hash text').execute(db)
}
