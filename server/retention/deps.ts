import type { Db } from '../database/db.ts'

/** What retention is handed. */
export interface Deps {
  db: Db
  clock: () => Date
}
