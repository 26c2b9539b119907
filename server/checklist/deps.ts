import type { Db } from '../database/db.ts'

/** Dependencies of the checklist. */
export interface Deps {
  db: Db
  clock: () => Date
  config: {
    /** A demo is already set up. */
    demo: boolean
  }
}
