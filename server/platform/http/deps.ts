import type { FairUse } from '../../../shared/fair-use.ts'
import type { Db } from '../database/db.ts'
import type { Sessions } from './authentication.ts'
import type { AuditState } from './health.ts'

/** Dependencies of the HTTP layer. */
export interface Deps {
  db: Db
  clock: () => Date
  sessions: Sessions
  /** Whether the audit log is intact. */
  audit: { readonly state: AuditState }
  /** A person's rate limits for writes and AI calls; synchronous if cached. */
  fairUse: () => FairUse | Promise<FairUse>
  config: {
    host: string
    demo: boolean
    publicUrl: string | undefined
    trustProxy: string | undefined
    metricsToken: string | undefined
    rateLimits: boolean
  }
}
