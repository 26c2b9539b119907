import type { FairUse } from '../../shared/settings.ts'
import type { Db } from '../database/db.ts'
import type { Sessions } from './authentication.ts'
import type { AuditState } from './health.ts'

/** What the HTTP side is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  sessions: Sessions
  /** Whether the audit log is whole. */
  audit: { readonly state: AuditState }
  /** A person's share of changes and AI calls; at once where memory knows it. */
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
