import type { FlowHistory } from '../flow-history.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of outlooks. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** the whole history in memory */
  flow: FlowHistory
}
