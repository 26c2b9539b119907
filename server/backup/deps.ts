import type { PointInTimeStatus } from '../../shared/backups.ts'
import type { Db } from '../platform/database/db.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of backups. */
export interface Deps {
  db: Db
  clock: () => Date
  queue: JobQueue
  settings: Settings
  /** copies the log of an embedded database; missing on PostgreSQL */
  segments?: { status(): Promise<PointInTimeStatus> } | undefined
  config: { dataDir: string; databaseUrl: string | undefined; secretKey: Buffer }
}
