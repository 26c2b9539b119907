import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Covered columns as in 0025, plus both dates wherever a range of them may be read. */
const CHANGED: Record<string, string> = {
  requests_by_status: 'status, number, department, priority_rank, assigned_to_id, due_date, created_at',
  requests_by_status_department: 'status, department, number, priority_rank, assigned_to_id, due_date, created_at',
  requests_by_status_priority: 'status, priority_rank, number, department, assigned_to_id, due_date, created_at',
  // Serves only the look-up of recent changes.
  requests_by_updated: 'updated_at, number',
}

/** A list with a date range and another sort order skips many non-matching requests: now without row look-ups. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  for (const [name, columns] of Object.entries(CHANGED)) {
    await sql.raw(`drop index ${name}`).execute(db)
    await sql.raw(`create index ${name} on requests (${columns})`).execute(db)
  }
}
