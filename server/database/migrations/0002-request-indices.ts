import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** What nearly every list filters by: an index that holds them answers without the rows themselves. */
const FILTERS = ['status', 'department', 'priority_rank', 'assigned_to_id']

/**
 * The list walks an index in its sort order and reads the filters from the same index. One that begins with what is
 * filtered by serves that filter for any page; those that begin with the status matter most, because what is open is a
 * small and recent part of everything, and walking all of it to find ten open rows took 60 ms at a million. All end with
 * the number (on SQLite they would anyway) and the filters. What the plans of server/requests/list-plan.ts rely on.
 */
const INDICES: Record<string, string[]> = {
  // The rows themselves are in this order too, but a deep page would have to read past their descriptions.
  requests_by_number: ['number'],
  requests_by_status: ['status', 'number'],
  requests_by_department: ['department', 'number'],
  requests_by_priority: ['priority_rank', 'number'],
  // A person's requests are gathered and sorted by dates: these hold the dates.
  requests_by_assignee: ['assigned_to_id', 'number', 'due_date', 'created_at', 'updated_at'],
  requests_by_requester: ['requester_id', 'number', 'due_date', 'created_at', 'updated_at'],

  requests_by_status_department: ['status', 'department', 'number'],
  requests_by_status_priority: ['status', 'priority_rank', 'number'],
  requests_by_status_assignee: ['status', 'assigned_to_id', 'number'],
  requests_by_status_due: ['status', 'due_date', 'number'],
  requests_by_status_created: ['status', 'created_at', 'number'],
  requests_by_status_updated: ['status', 'updated_at', 'number'],
  requests_by_status_title: ['status', 'title_key', 'number'],

  requests_by_due: ['due_date', 'number'],
  requests_by_created: ['created_at', 'number'],
  requests_by_updated: ['updated_at', 'number'],
  requests_by_title: ['title_key', 'number', 'requester_id'],
}

export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  for (const [name, columns] of Object.entries(INDICES)) {
    const held = FILTERS.filter((column) => !columns.includes(column))
    await run(`create index ${name} on requests (${[...columns, ...held].join(', ')})`)
  }
  await run(
    `create index requests_by_completed on requests (completed_at, number, ${FILTERS.join(', ')}) where completed_at is not null`,
  )
  // How many critical ones are overdue, counted for the dashboard.
  await run(
    `create index requests_open_by_priority on requests (priority_rank, due_date) where status in ('pending', 'in_progress')`,
  )
  // People in the order of their names: the list sorted by assignee walks it.
  await run('create unique index users_by_name on users (name_key, id)')
}
