import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** Dependencies of the database status. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
}
