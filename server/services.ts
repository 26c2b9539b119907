import type { FlowHistory } from './analytics/flow-history.ts'
import type { AuditWatch } from './audit/watch.ts'
import type { SegmentShipper } from './backup/point-in-time/shipper.ts'
import type { Config } from './config.ts'
import type { Db } from './platform/database/db.ts'
import type { Ai } from './ai/host/ai.ts'
import type { RecentHistory } from './ai/estimates/recent-history.ts'
import type { EventHub } from './notices/events/hub.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { LanguageModel } from './ai/language-model/language-model.ts'
import type { LogSink } from './platform/log.ts'
import type { Passwords } from './people/accounts/passwords.ts'
import type { Settings } from './settings/service.ts'
import type { SessionCache } from './people/sign-in/cache.ts'
import type { SignInLookups } from './people/sign-in/sign-in-lookups.ts'

/**
 * All dependencies of the features, built at start-up. A feature declares the part it needs in its own `deps.ts`. There
 * are no globals, so a test can replace any of them.
 */
export interface Services {
  db: Db
  config: Config
  /** The office's rules, with change listeners. */
  settings: Settings
  /** The program's clock; the database's own is never used. */
  clock: () => Date
  /** Contents of files, under generated keys. */
  files: FileStore
  /** Copies the embedded database's log, for moments that can be restored. */
  segments?: SegmentShipper | undefined
  /** Queue of background jobs. */
  queue: JobQueue
  /** Resolves tokens to actors. Invalidated by every change of sessions, roles, accounts or the policy. */
  sessions: SessionCache
  /** What sign-in looks up about accounts and addresses before checking a password. */
  lookups: SignInLookups
  passwords: Passwords
  /** Suggests, estimates and compares; applies nothing. */
  ai: Ai
  recentHistory: RecentHistory
  /** Source of the analytics. */
  flow: FlowHistory
  /** Called over the network if an administrator has configured one, and only for calls that a person waits for. */
  languageModel: LanguageModel
  /** Checks the integrity of the audit log. */
  audit: AuditWatch
  /** The event streams of open pages. */
  events: EventHub
  /** Target of log lines; without it nothing is logged. */
  logTo?: LogSink
}
