import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** What reports are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  files: FileStore
  flow: FlowHistory
  /** Files lie in the data folder until they are whole; `demo` decides which roles have people. */
  config: { dataDir: string }
}
