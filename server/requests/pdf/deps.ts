import type { FlowHistory } from '../../analytics/flow-history.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the PDF of one request. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** for its outlook */
  flow: FlowHistory
  /** The file is written in the data folder until it is sent. */
  config: { dataDir: string }
}
