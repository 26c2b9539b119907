import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { Settings } from '../settings/service.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** What Document AI is handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  queue: JobQueue
  ai: Ai
}

/** For the jobs that read: a language model may be asked over the network. */
export interface ReadingDeps extends Deps {
  languageModel: LanguageModel
}
