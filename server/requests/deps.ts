import type { Db } from '../database/db.ts'

/** What requests are handed. */
export interface Deps {
  db: Db
  clock: () => Date
}
