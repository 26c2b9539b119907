import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Removes unnecessary writes of every new request: a redundant index, and a job per request. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  // New titles land at random in this index, so each insert dirtied another page. Statuses are spread evenly over
  // titles: scanning requests_by_title, which covers them too, soon finds matches.
  await run('drop index requests_by_status_title')

  // One job now finds all unclassified requests through this index, including those whose own jobs were waiting.
  await run('create index requests_unclassified on requests (number) where classified_at is null')
  await run(`delete from jobs where kind = 'classify' and finished_at is null and dead_at is null`)

  // Claiming skips jobs whose key is already running.
  await run(`create index jobs_running on jobs (kind, unique_key)
    where lease_until is not null and finished_at is null and dead_at is null`)
}
