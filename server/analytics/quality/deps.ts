import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the quality figures. */
export interface Deps {
  db: Db
  clock: () => Date
  settings: Settings
}
