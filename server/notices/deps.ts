import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of notices. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
}
