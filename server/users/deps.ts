import type { Db } from '../database/db.ts'
import type { Passwords } from './passwords.ts'
import type { Settings } from '../settings/service.ts'

/** What accounts are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  passwords: Passwords
  config: {
    dataDir: string
    /** Outside the demo its accounts are none. */
    demo: boolean
  }
}
