import type { FlowHistory } from './analytics/flow-history.ts'
import type { AuditWatch } from './audit/watch.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { Ai } from './engine/ai.ts'
import type { RecentHistory } from './estimates/recent-history.ts'
import type { FileStore } from './files/file-store.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { LanguageModel } from './language-model/language-model.ts'
import type { LogSink } from './log.ts'
import type { Passwords } from './users/passwords.ts'
import type { Settings } from './settings/service.ts'
import type { SessionCache } from './sessions/cache.ts'
import type { SignInLookups } from './sessions/sign-in-lookups.ts'

/**
 * Everything that the features are handed, for those who put the server together. A feature declares what it needs of it
 * in its own `deps.ts`. Nothing reaches for a global, so a test can put its own in place.
 */
export interface Services {
  db: Db
  config: Config
  /** The office's own rules, and who is told when they change. */
  settings: Settings
  /** The program's time; the database's own is never used. */
  clock: () => Date
  /** Where the contents of files lie, under generated keys. */
  files: FileStore
  /** Where work that nobody waits for is stored. */
  queue: JobQueue
  /** Who is behind a token. Told to forget by everything that changes sessions, roles, accounts or the policy. */
  sessions: SessionCache
  /** What sign-in asks about accounts and addresses before it checks a password. */
  lookups: SignInLookups
  passwords: Passwords
  /** Suggests, estimates and compares; applies nothing. */
  ai: Ai
  recentHistory: RecentHistory
  /** What the analytics are computed from. */
  flow: FlowHistory
  /** Asked over the network where an administrator has set one up, and only for what a person waits for. */
  languageModel: LanguageModel
  /** Whether the audit log is whole. */
  audit: AuditWatch
  /** Where log lines go; without it nothing is logged. */
  logTo?: LogSink
}
