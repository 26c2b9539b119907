import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Cache directory of the starting model. In its own module, so that looking for the file does not load the engine. */
export const CACHE_DIR = new URL('../../.cache/ai/', import.meta.url)
const ENGINE = new URL('../../../engine/', import.meta.url)

/** Its name is a hash of everything that the model is made from. */
export function startingModelFile(): URL {
  const hash = createHash('sha256')
  for (const name of readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/(?<!\.test)\.(ts|txt)$/.test(name)) hash.update(name).update(readFileSync(new URL(name, ENGINE)))
  }
  return new URL(`${hash.digest('hex').slice(0, 16)}.model`, CACHE_DIR)
}

export function isStartingModelKept(): boolean {
  return existsSync(startingModelFile())
}
