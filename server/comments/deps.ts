import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What comments are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
}
