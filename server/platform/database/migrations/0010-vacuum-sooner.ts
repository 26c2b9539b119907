import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * An index-only scan needs rows that have been vacuumed since they changed, and lists mostly read the newest.
 * PostgreSQL's default waits until a fifth of the table has changed; here it is 500 rows plus 1 %.
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
