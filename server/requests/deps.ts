import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** What requests are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
}

/** For who stores them: a new request is classified by a job. */
export interface StoringDeps extends Deps {
  queue: JobQueue
}
