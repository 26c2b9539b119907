import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'
import type { FlowHistory } from './flow-history.ts'

/** What the analytics are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** the whole history in memory */
  flow: FlowHistory
}
