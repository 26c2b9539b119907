import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** What an index holds behind its first columns: as in 0025, and now both dates everywhere that a range of them may be read. */
const CHANGED: Record<string, string> = {
  requests_by_status: 'status, number, department, priority_rank, assigned_to_id, due_date, created_at',
  requests_by_status_department: 'status, department, number, priority_rank, assigned_to_id, due_date, created_at',
  requests_by_status_priority: 'status, priority_rank, number, department, assigned_to_id, due_date, created_at',
  // What has changed lately is looked up by it, and nothing else.
  requests_by_updated: 'updated_at, number',
}

/** A list within dates, in an order of its own, passes many requests that do not match: without looking at their rows. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  for (const [name, columns] of Object.entries(CHANGED)) {
    await sql.raw(`drop index ${name}`).execute(db)
    await sql.raw(`create index ${name} on requests (${columns})`).execute(db)
  }
}
