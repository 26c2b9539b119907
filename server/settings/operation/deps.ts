import type { Db } from '../../platform/database/db.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'

/** Dependencies of the database status. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
}
