import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** What the status of the database is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
}
