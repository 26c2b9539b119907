import type { Db } from '../platform/database/db.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of documents. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  files: FileStore
  queue: JobQueue
}
