import type { Db } from '../database/db.ts'
import type { AuditWatch } from '../audit/watch.ts'

/** Dependencies of the audit log. */
export interface Deps {
  db: Db
  clock: () => Date
  audit: AuditWatch
}
