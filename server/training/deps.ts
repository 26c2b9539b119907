import type { Db } from '../database/db.ts'
import type { Ai } from '../engine/ai.ts'

/** What training is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  ai: Ai
}
