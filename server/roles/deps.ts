import type { Db } from '../database/db.ts'

/** What roles are handed. */
export interface Deps {
  db: Db
  clock: () => Date
  /** Told after every change of a role. */
  sessions: { forgetAll(): void }
  config: {
    /** Outside the demo its accounts are none. */
    demo: boolean
  }
}
