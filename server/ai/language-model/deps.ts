import type { Db } from '../../platform/database/db.ts'
import type { Settings } from '../../settings/service.ts'

/** Dependencies of the language model. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  config: {
    /** seals the stored key */
    secretKey: Buffer
    /** set by the environment; takes precedence over the stored settings */
    llm: { baseUrl: string | undefined; model: string | undefined; apiKey: string | undefined }
  }
}
