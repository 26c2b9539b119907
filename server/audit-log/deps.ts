import type { Db } from '../database/db.ts'
import type { AuditWatch } from '../audit/watch.ts'

/** What the audit log is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  audit: AuditWatch
}
