import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What the measuring of suggestions and estimates is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  settings: Settings
}
