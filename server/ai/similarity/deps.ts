import type { Db } from '../../platform/database/db.ts'
import type { Ai } from '../host/ai.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the search for similar requests. */
export interface Deps {
  db: Db
  settings: Settings
  ai: Ai
}
