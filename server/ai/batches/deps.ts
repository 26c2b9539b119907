import type { Db } from '../../platform/database/db.ts'
import type { Ai } from '../host/ai.ts'
import type { RecentHistory } from '../estimates/recent-history.ts'
import type { Deps as NoticeDeps } from '../../notices/deps.ts'
import type { Settings } from '../../settings/service.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'

/** Dependencies of batches. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  events: NoticeDeps['events']
  ai: Ai
  recentHistory: RecentHistory
}
