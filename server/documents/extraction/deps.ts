import type { Db } from '../../platform/database/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of text extraction. */
export interface Deps {
  db: Db
  files: Pick<FileStore, 'read'>
  settings: Pick<Settings, 'policy'>
  queue: JobQueue
}
