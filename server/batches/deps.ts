import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { RecentHistory } from '../estimates/recent-history.ts'
import type { Settings } from '../settings/service.ts'

/** What batches are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  ai: Ai
  recentHistory: RecentHistory
}
