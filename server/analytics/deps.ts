import type { Db } from '../platform/database/db.ts'
import type { Settings } from '../settings/service.ts'
import type { FlowHistory } from './flow-history.ts'

/** Dependencies of the analytics. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** the whole history in memory */
  flow: FlowHistory
}
