import type { Db } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from '../settings/service.ts'

/** What the administration of accounts is handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  /** Told of every change of an account. */
  sessions: { forgetUser(id: string): void }
  config: {
    secretKey: Buffer
    /** Outside the demo its accounts are none. */
    demo: boolean
  }
}
