import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/service.ts'

/** What the language model is handed. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  config: {
    /** seals the stored key */
    secretKey: Buffer
    /** what the environment sets; it wins over what is stored */
    llm: { baseUrl: string | undefined; model: string | undefined; apiKey: string | undefined }
  }
}
