import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

const DROPPED = ['department', 'priority', 'due', 'created', 'status_assignee']

/** What an index of 0002 holds besides its first columns, and now also: ranges of dates are often listed by the other date. */
const CHANGED: Record<string, string> = {
  requests_by_status_due: 'status, due_date, number, department, priority_rank, assigned_to_id, created_at',
  requests_by_status_created: 'status, created_at, number, department, priority_rank, assigned_to_id, due_date',
  // What is overdue and critical is counted here, instead of in an index of its own.
  requests_by_status_priority: 'status, priority_rank, number, department, assigned_to_id, due_date',
}

/**
 * A list that is not in the order of numbers, titles or people is read from an index that begins with the status, a branch
 * for each status. So the same columns without the status before them serve nothing.
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
