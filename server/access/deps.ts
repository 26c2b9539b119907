import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What the explanation of access is handed. */
export interface Deps {
  db: Db
  settings: Settings
  config: {
    /** Outside the demo its accounts open nothing. */
    demo: boolean
  }
}
