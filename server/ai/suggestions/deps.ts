import type { Db } from '../../platform/database/db.ts'
import type { Ai } from '../host/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { RecentHistory } from '../estimates/recent-history.ts'
import type { Settings } from '../../settings/service.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'

/** Dependencies of suggestions. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  ai: Ai
  recentHistory: RecentHistory
}

/** For interactive calls, which may use the network. */
export interface NetworkDeps extends Deps {
  languageModel: LanguageModel
}
