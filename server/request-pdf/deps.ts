import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What the PDF of one request is made with. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** for where it stands */
  flow: FlowHistory
  /** The file lies in the data folder until it is sent. */
  config: { dataDir: string }
}
