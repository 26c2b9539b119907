import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The expected interquartile range; null in estimates older than the column. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const type = engine === 'postgres' ? 'double precision' : 'real'
  for (const column of ['half_low_days', 'half_high_days'])
    await sql.raw(`alter table analyses add column ${column} ${type}`).execute(db)
}
