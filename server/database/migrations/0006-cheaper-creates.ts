import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** What every new request wrote without need: an index that another one stands in for, and a job of its own. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  // Titles are spread over this index, so each new one changed a page that no other did. Statuses are spread evenly over
  // titles: walking requests_by_title, which holds them too, meets what it looks for soon.
  await run('drop index requests_by_status_title')

  // One job now looks for all requests without a classification, through this index. Those that wait in a job of their own
  // are among them.
  await run('create index requests_unclassified on requests (number) where classified_at is null')
  await run(`delete from jobs where kind = 'classify' and finished_at is null and dead_at is null`)

  // A claim passes by jobs whose key runs already.
  await run(`create index jobs_running on jobs (kind, unique_key)
    where lease_until is not null and finished_at is null and dead_at is null`)
}
