import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { RecentHistory } from '../estimates/recent-history.ts'
import type { Settings } from '../settings/service.ts'
import type { Vocabulary } from './reading/vocabulary.ts'

/** Dependencies of the assistant. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  ai: Ai
  recentHistory: RecentHistory
  languageModel: LanguageModel
  /** the complete history, held in memory */
  flow: FlowHistory
  vocabulary: Vocabulary
}
