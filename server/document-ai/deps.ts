import type { Db } from '../platform/database/db.ts'
import type { Ai } from '../ai/host/ai.ts'
import type { LanguageModel } from '../ai/language-model/language-model.ts'
import type { Settings } from '../settings/service.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'

/** Dependencies of Document AI. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  ai: Ai
}

/** For the reading jobs, which may ask a language model over the network. */
export interface ReadingDeps extends Deps {
  languageModel: LanguageModel
}
