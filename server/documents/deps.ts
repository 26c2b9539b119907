import type { Db } from '../database/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of documents. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  files: FileStore
  queue: JobQueue
}
