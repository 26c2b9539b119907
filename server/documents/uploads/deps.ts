import type { Db } from '../../platform/database/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Settings } from '../../settings/service.ts'

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
