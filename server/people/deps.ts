import type { Db } from '../platform/database/db.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of the administration of accounts. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  /** Invalidated by every change of an account. */
  sessions: { forgetUser(id: string): void }
  config: {
    secretKey: Buffer
    /** Without it, links are not sent by mail. */
    publicUrl: string | undefined
    /** Outside the demo its accounts are treated as nonexistent. */
    demo: boolean
  }
}
