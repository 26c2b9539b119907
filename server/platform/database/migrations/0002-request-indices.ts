import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The columns that nearly every list filters by: an index that covers them needs no row look-ups. */
const FILTERS = ['status', 'department', 'priority_rank', 'assigned_to_id']

/**
 * A list scans an index in its sort order and checks the filters on the same index. An index that starts with a
 * filtered column serves that filter for any page. Those that start with the status matter most: open requests are a
 * small, recent part of the table, and scanning all of it for ten of them took 60 ms at a million rows. All end with
 * the number (on SQLite they would anyway) and the filters.
 */
const INDICES: Record<string, string[]> = {
  // The table itself is in this order too, but a deep page would have to read past the descriptions.
  requests_by_number: ['number'],
  requests_by_status: ['status', 'number'],
  requests_by_department: ['department', 'number'],
  requests_by_priority: ['priority_rank', 'number'],
  // One person's requests are collected and sorted by date: these indices cover the dates.
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
  // Counts overdue critical requests for the dashboard.
  await run(
    `create index requests_open_by_priority on requests (priority_rank, due_date) where status in ('pending', 'in_progress')`,
  )
  // People in name order: the list sorted by assignee scans it.
  await run('create unique index users_by_name on users (name_key, id)')
}
