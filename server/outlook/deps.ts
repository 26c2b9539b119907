import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** Dependencies of outlooks. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** the whole history in memory */
  flow: FlowHistory
}
