import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Overdue requests in number order: the index over open requests now covers the due date, which needed a row look-up
 * before.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  await run('drop index requests_by_status')
  await run(
    'create index requests_by_status on requests (status, number, department, priority_rank, assigned_to_id, due_date)',
  )
}
