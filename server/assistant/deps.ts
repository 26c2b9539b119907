import type { FlowHistory } from '../analytics/flow-history.ts'
import type { Db } from '../platform/database/db.ts'
import type { Ai } from '../ai/host/ai.ts'
import type { LanguageModel } from '../ai/language-model/language-model.ts'
import type { RecentHistory } from '../ai/estimates/recent-history.ts'
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
