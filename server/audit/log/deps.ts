import type { Db } from '../../platform/database/db.ts'
import type { AuditWatch } from '../watch.ts'

/** Dependencies of the audit log. */
export interface Deps {
  db: Db
  clock: () => Date
  audit: AuditWatch
}
