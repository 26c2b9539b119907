import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Which text a suggestion was made for, as a hash: feedback may tie a draft's suggestion to a request only where the
 * request has that very text. Null with those of before, which can no longer be tied.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql.raw('alter table suggestions add column text_hash text').execute(db)
}
