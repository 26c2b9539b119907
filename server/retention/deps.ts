import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** Dependencies of retention. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
}
