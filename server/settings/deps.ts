import type { Db } from '../database/db.ts'

/** What the office's settings are handed. */
export interface Deps {
  db: Db
  clock: () => Date
  /** Told after every change: the rules count for sessions that are open, too. */
  sessions: { forgetAll(): void }
}
