import type { Db } from '../platform/database/db.ts'
import type { Settings } from '../settings/service.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'

/** Dependencies of requests. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
}

/** With the queue, for code that creates requests: a job classifies each new one. */
export interface StoringDeps extends Deps {
  queue: JobQueue
}
