import type { Db } from '../../platform/database/db.ts'

/** Dependencies of retention. */
export interface Deps {
  db: Db
  clock: () => Date
}
