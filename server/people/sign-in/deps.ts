import type { Db } from '../../platform/database/db.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { SessionCache } from './cache.ts'
import type { SignInLookups } from './sign-in-lookups.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of sessions. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  sessions: SessionCache
  lookups: SignInLookups
  passwords: Passwords
  config: {
    /** signs the tokens */
    secretKey: Buffer
    /** Outside the demo, demo accounts cannot sign in. */
    demo: boolean
  }
}
