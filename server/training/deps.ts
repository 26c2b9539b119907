import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { Settings } from '../settings/service.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** Dependencies of training. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  ai: Ai
}
