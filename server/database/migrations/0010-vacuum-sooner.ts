import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * A list is read from its index alone only where the rows have been vacuumed since they changed, and everybody reads the
 * newest. PostgreSQL would wait until a fifth of all has changed; here it comes after every five hundred and a hundredth.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  for (const table of ['requests', 'search_documents']) {
    await sql`alter table ${sql.table(table)} set (
      autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01,
      autovacuum_vacuum_insert_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0.01,
      autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  }
}
