import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { RecentHistory } from './recent-history.ts'
import type { Settings } from '../settings/service.ts'

/** What estimates are handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  ai: Ai
  recentHistory: RecentHistory
}

/** For what a person waits for: that may be asked over the network. */
export interface NetworkDeps extends Deps {
  languageModel: LanguageModel
}
