import type { Db } from '../../platform/database/db.ts'
import type { Passwords } from './passwords.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of accounts. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  passwords: Passwords
  config: {
    dataDir: string
    /** Outside the demo its accounts are treated as nonexistent. */
    demo: boolean
  }
}
