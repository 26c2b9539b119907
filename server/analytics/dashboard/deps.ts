import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the dashboard. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
}
