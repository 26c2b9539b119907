import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** What exports are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  files: FileStore
  /** Files lie in the data folder until they are whole. */
  config: { dataDir: string; demo: boolean }
  /** what the lists of the analytics are read from */
  flow: FlowHistory
}
