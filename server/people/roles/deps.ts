import type { Db } from '../../platform/database/db.ts'

/** Dependencies of roles. */
export interface Deps {
  db: Db
  clock: () => Date
  /** Invalidated by every change of a role. */
  sessions: { forgetAll(): void }
  config: {
    /** Demo accounts only count in the demo. */
    demo: boolean
  }
}
