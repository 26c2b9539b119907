import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of mail. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  config: {
    /** seals the stored password, and signs links in mail */
    secretKey: Buffer
    /** without it, mail carries no links */
    publicUrl: string | undefined
  }
}
