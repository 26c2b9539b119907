import type { Db } from '../../platform/database/db.ts'

/** Dependencies of the checklist. */
export interface Deps {
  db: Db
  clock: () => Date
  config: {
    /** A demo is already set up. */
    demo: boolean
  }
}
