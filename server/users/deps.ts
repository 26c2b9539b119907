import type { Db } from '../database/db.ts'
import type { HashCost } from './passwords.ts'

/** What accounts are handed. */
export interface Deps {
  db: Db
  clock: () => Date
  config: {
    dataDir: string
    /** Outside the demo its accounts are none. */
    demo: boolean
    passwordCost: HashCost
  }
}
