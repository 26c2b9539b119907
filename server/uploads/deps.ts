import type { Db } from '../database/db.ts'
import type { FileStore } from '../files/file-store.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** What uploads are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  files: FileStore
}

/** For who attaches them: the text of a new content is read by a job. */
export interface AttachingDeps {
  clock: () => Date
  queue: JobQueue
}
