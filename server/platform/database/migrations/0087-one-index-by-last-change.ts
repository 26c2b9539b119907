import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** One index has the order of the last change for every filter; it covers status, department, priority and both dates. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await sql`drop index requests_by_status_updated`.execute(db)
  await sql`drop index requests_by_updated`.execute(db)
  await sql`create index requests_by_updated
    on requests (updated_at, number, status, department, priority_rank, assigned_to_id, due_date, created_at)`.execute(
    db,
  )
}
