import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** What retention is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
}
