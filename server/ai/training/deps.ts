import type { Db } from '../../platform/database/db.ts'
import type { Ai } from '../host/ai.ts'
import type { Settings } from '../../settings/service.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'

/** Dependencies of training. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  ai: Ai
}
