import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'

/** What estimates are handed. */
export interface Deps {
  db: Db
  clock: () => Date
  ai: Ai
}

/** For what a person waits for: that may be asked over the network. */
export interface NetworkDeps extends Deps {
  languageModel: LanguageModel
}
