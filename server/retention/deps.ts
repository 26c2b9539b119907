import type { Db } from '../database/db.ts'

/** Dependencies of retention. */
export interface Deps {
  db: Db
  clock: () => Date
}
