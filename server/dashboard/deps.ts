import type { Db } from '../database/db.ts'

/** What the dashboard is handed. */
export interface Deps {
  db: Db
  clock: () => Date
}
