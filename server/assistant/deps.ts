import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'
import type { LanguageModel } from '../language-model/language-model.ts'

/** What the assistant is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  ai: Ai
  languageModel: LanguageModel
}
