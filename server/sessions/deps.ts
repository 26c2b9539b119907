import type { Db } from '../database/db.ts'
import type { HashCost } from '../users/passwords.ts'
import type { SessionCache } from './cache.ts'

/** What sessions are handed. */
export interface Deps {
  db: Db
  clock: () => Date
  sessions: SessionCache
  config: {
    /** signs tokens */
    secretKey: Buffer
    /** Outside the demo its accounts do not sign in. */
    demo: boolean
    passwordCost: HashCost
  }
}
