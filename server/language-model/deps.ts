import type { Db } from '../database/db.ts'

/** What the language model is handed. */
export interface Deps {
  db: Db
  clock: () => Date
  config: {
    /** seals the stored key */
    secretKey: Buffer
    /** what the environment sets; it wins over what is stored */
    llm: { baseUrl: string | undefined; model: string | undefined; apiKey: string | undefined }
  }
}
