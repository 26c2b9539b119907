import type { Db } from '../database/db.ts'

/** What the checklist is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  config: {
    /** A demo is set up. */
    demo: boolean
  }
}
