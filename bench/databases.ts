import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../server/database/open.ts'
import { HASH_COST } from '../server/users/passwords.ts'
import { makeLargeOffice } from '../seeds/large/make.ts'
import { mondayOf } from '../shared/dates.ts'

const root = join(import.meta.dirname, '..')
const kept = join(root, '.cache', 'bench')
export const PASSWORD = 'rfd-demo'

/**
 * The data folder of a large office, made when there is none yet or when what makes it has changed. It is told as of this
 * week's Monday, so that runs of one week compare.
 */
export async function officeOf(requests: number): Promise<string> {
  const monday = mondayOf(new Date().toISOString().slice(0, 10))
  const folder = join(kept, `${requests}-${makers()}-${monday}`)
  if (existsSync(join(folder, DATABASE_FILE))) return folder
  // Others of this size are of no use any more.
  for (const old of globSync(join(kept, `${requests}-*`))) rmSync(old, { recursive: true })
  console.log(`Making an office of ${requests.toLocaleString('en')} requests …`)
  const where = { dataDir: folder, databaseUrl: undefined, demoPassword: PASSWORD, passwordCost: HASH_COST }
  await makeLargeOffice(where, { requests, seed: 1, today: monday, replace: true })
  return folder
}

/** A copy to write to; costs nothing on file systems that share the blocks. */
export async function copyOf(requests: number): Promise<{ folder: string; remove(): void }> {
  const from = await officeOf(requests)
  const folder = join(kept, `copy-of-${requests}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const end of ['', '-wal']) {
    const file = join(from, DATABASE_FILE + end)
    if (existsSync(file)) copyFileSync(file, join(folder, DATABASE_FILE + end), constants.COPYFILE_FICLONE)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A mark of all sources that decide what is in the file. */
function makers(): string {
  const hash = createHash('sha256')
  const files = globSync(['server/database/migrations/*.ts', 'seeds/**/*.ts', 'shared/fold.ts'], { cwd: root }).sort()
  for (const file of files) if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 10)
}
