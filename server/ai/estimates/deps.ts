import type { Db } from '../../platform/database/db.ts'
import type { Ai } from '../host/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { RecentHistory } from './recent-history.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of estimates. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  ai: Ai
  recentHistory: RecentHistory
}

/** For interactive calls, which may use the network. */
export interface NetworkDeps extends Deps {
  languageModel: LanguageModel
}
