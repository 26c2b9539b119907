import type { FlowHistory } from '../../analytics/flow-history.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Deps as NoticeDeps } from '../../notices/deps.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of exports. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  events: NoticeDeps['events']
  files: FileStore
  /** Incomplete files are written in the data folder. */
  config: { dataDir: string; demo: boolean }
  /** source of the analytics lists */
  flow: FlowHistory
}
