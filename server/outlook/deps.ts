import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What outlooks are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** the whole history in memory */
  flow: FlowHistory
}
