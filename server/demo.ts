import { ConfigError } from './platform/config-error.ts'
import type { Config } from './config.ts'
import type { Db, Reader, Tx } from './platform/database/db.ts'
import { accountOrigin } from './people/accounts/service.ts'

/**
 * The data decide about the demo, not only the variables: a real office's data are never filled and never get the demo's rules.
 * @throws ConfigError if the demo was requested on other data, or demo data are to be used without it
 */
export async function resolveDemoMode<C extends Pick<Config, 'demo' | 'demoAsked'>>(config: C, db: Db): Promise<C> {
  const accounts = await accountOrigin(db)
  const isEmpty = accounts === 'nobody' && (await isEmptyOffice(db.read))
  const isDemos = accounts === 'demo' || accounts === 'both'
  if (config.demo && !isEmpty && !isDemos) {
    if (!config.demoAsked) return { ...config, demo: false }
    throw new ConfigError(
      'DEMO=on needs data of its own, and this data does not belong to the demo. Leave DEMO out, or use another DATA_DIR or DATABASE_URL.',
    )
  }
  if (!config.demo && accounts === 'demo') {
    throw new ConfigError(
      'This data has only demo accounts, which cannot sign in outside the demo. Set DEMO=on to continue with the demo, or use another DATA_DIR or DATABASE_URL.',
    )
  }
  return config
}

export async function isEmptyOffice(reader: Reader | Tx): Promise<boolean> {
  const person = await reader.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const request = await reader.selectFrom('requests').select('number').limit(1).executeTakeFirst()
  return !person && !request
}
