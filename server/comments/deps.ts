import type { Db } from '../database/db.ts'

/** What comments are handed. */
export interface Deps {
  db: Db
  clock: () => Date
}
