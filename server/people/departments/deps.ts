import type { Db } from '../../platform/database/db.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of departments. */
export interface Deps {
  db: Db
  clock: () => Date
  settings: Settings
  queue: JobQueue
}
