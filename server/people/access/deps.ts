import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the explanation of access. */
export interface Deps {
  db: Db
  settings: Settings
  config: {
    /** Outside the demo its accounts cannot sign in. */
    demo: boolean
  }
}
