import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What the PDF of one request is made with. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** The file lies in the data folder until it is sent. */
  config: { dataDir: string }
}
