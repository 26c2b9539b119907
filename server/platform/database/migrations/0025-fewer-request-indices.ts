import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

const DROPPED = ['department', 'priority', 'due', 'created', 'status_assignee']

/** Covered columns as in 0002, plus the other date: a range of one date is often sorted by the other. */
const CHANGED: Record<string, string> = {
  requests_by_status_due: 'status, due_date, number, department, priority_rank, assigned_to_id, created_at',
  requests_by_status_created: 'status, created_at, number, department, priority_rank, assigned_to_id, due_date',
  // Also counts overdue critical requests, so that the separate index can go.
  requests_by_status_priority: 'status, priority_rank, number, department, assigned_to_id, due_date',
}

/**
 * A list sorted by anything but number, title or person is read from an index that starts with the status, one branch
 * per status. The same indices without the leading status are therefore unused.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  for (const name of DROPPED) await run(`drop index requests_by_${name}`)
  await run('drop index requests_open_by_priority')
  for (const [name, columns] of Object.entries(CHANGED)) {
    await run(`drop index ${name}`)
    await run(`create index ${name} on requests (${columns})`)
  }
}
