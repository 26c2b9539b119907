import type { Db } from '../database/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of uploads. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  files: FileStore
}

/** For callers that attach uploads: a job extracts the text of new content. */
export interface AttachingDeps {
  clock: () => Date
  queue: JobQueue
}
